// The techniques, profiles and difficulties of nonet.steps, for the engine in the page. scripts/engine_data.py writes
// this file.

/** By the number of the core: id, English name, family, rating of Sudoku Explainer or 0. @type {[string, string, string, number][]} */
export const TECHNIQUES = [
  ["full_house", "Full house", "singles", 1.0], ["hidden_single_box", "Hidden single in a box", "singles", 1.2],
  ["hidden_single_line", "Hidden single in a row or column", "singles", 1.5],
  ["direct_pointing", "Direct pointing", "intersections", 1.7],
  ["direct_claiming", "Direct claiming", "intersections", 1.9],
  ["direct_hidden_pair", "Direct hidden pair", "subsets", 2.0], ["naked_single", "Naked single", "singles", 2.3],
  ["direct_hidden_triple", "Direct hidden triple", "subsets", 2.5], ["pointing", "Pointing", "intersections", 2.6],
  ["claiming", "Claiming", "intersections", 2.8], ["naked_pair", "Naked pair", "subsets", 3.0],
  ["x_wing", "X-wing", "fish", 3.2], ["hidden_pair", "Hidden pair", "subsets", 3.4],
  ["naked_triple", "Naked triple", "subsets", 3.6], ["swordfish", "Swordfish", "fish", 3.8],
  ["hidden_triple", "Hidden triple", "subsets", 4.0], ["xy_wing", "XY-wing", "wings", 4.2],
  ["xyz_wing", "XYZ-wing", "wings", 4.4], ["unique_rectangle_1", "Unique rectangle type 1", "uniqueness", 4.5],
  ["unique_rectangle_2", "Unique rectangle type 2", "uniqueness", 4.5],
  ["unique_rectangle_3", "Unique rectangle type 3", "uniqueness", 4.5],
  ["unique_rectangle_4", "Unique rectangle type 4", "uniqueness", 4.5],
  ["unique_loop_1", "Unique loop type 1", "uniqueness", 4.6],
  ["unique_loop_2", "Unique loop type 2", "uniqueness", 4.6],
  ["unique_loop_3", "Unique loop type 3", "uniqueness", 4.6],
  ["unique_loop_4", "Unique loop type 4", "uniqueness", 4.6], ["naked_quadruple", "Naked quadruple", "subsets", 5.0],
  ["jellyfish", "Jellyfish", "fish", 5.2], ["hidden_quadruple", "Hidden quadruple", "subsets", 5.4],
  ["bug_1", "BUG type 1", "uniqueness", 5.6], ["bug_2", "BUG type 2", "uniqueness", 5.7],
  ["bug_3", "BUG type 3", "uniqueness", 5.7], ["bug_4", "BUG type 4", "uniqueness", 5.7],
  ["aligned_pair_exclusion", "Aligned pair exclusion", "exclusion", 6.2], ["x_cycle", "X-cycle", "chains", 6.5],
  ["y_cycle", "Y-cycle", "chains", 6.5], ["x_chain", "Forcing X-chain", "chains", 6.6],
  ["forcing_chain", "Forcing chain", "chains", 7.0], ["continuous_loop", "Continuous loop", "chains", 7.0],
  ["aligned_triple_exclusion", "Aligned triple exclusion", "exclusion", 7.5], ["nishio", "Nishio", "chains", 7.5],
  ["cell_forcing_chain", "Cell forcing chain", "chains", 8.0],
  ["house_forcing_chain", "House forcing chain", "chains", 8.0],
  ["dynamic_contradiction_chain", "Dynamic contradiction chain", "chains", 8.5],
  ["dynamic_double_chain", "Dynamic double chain", "chains", 8.5],
  ["dynamic_cell_chain", "Dynamic cell chain", "chains", 8.5],
  ["dynamic_house_chain", "Dynamic house chain", "chains", 8.5],
  ["dynamic_chain_plus", "Dynamic chain plus", "chains", 9.0],
  ["nested_forcing_chain", "Dynamic chain with forcing chains inside", "chains", 9.5],
  ["nested_multiple_chain", "Dynamic chain with multiple chains inside", "chains", 10.0],
  ["nested_dynamic_chain", "Dynamic chain with dynamic chains inside", "chains", 10.5],
  ["nested_dynamic_chain_2", "Dynamic chain with nested dynamic chains inside", "chains", 11.0],
  ["skyscraper", "Skyscraper", "single_digit", 0], ["unique_rectangle_5", "Unique rectangle type 5", "uniqueness", 0],
  ["unique_rectangle_6", "Unique rectangle type 6", "uniqueness", 0],
  ["hidden_rectangle", "Hidden rectangle", "uniqueness", 0],
  ["avoidable_rectangle_1", "Avoidable rectangle type 1", "uniqueness", 0],
  ["avoidable_rectangle_2", "Avoidable rectangle type 2", "uniqueness", 0],
  ["finned_x_wing", "Finned X-wing", "fish", 0], ["sashimi_x_wing", "Sashimi X-wing", "fish", 0],
  ["finned_swordfish", "Finned swordfish", "fish", 0], ["sashimi_swordfish", "Sashimi swordfish", "fish", 0],
  ["finned_jellyfish", "Finned jellyfish", "fish", 0], ["sashimi_jellyfish", "Sashimi jellyfish", "fish", 0],
  ["franken_x_wing", "Franken X-wing", "fish", 0], ["franken_swordfish", "Franken swordfish", "fish", 0],
  ["franken_jellyfish", "Franken jellyfish", "fish", 0], ["finned_franken_x_wing", "Finned franken X-wing", "fish", 0],
  ["finned_franken_swordfish", "Finned franken swordfish", "fish", 0],
  ["finned_franken_jellyfish", "Finned franken jellyfish", "fish", 0], ["mutant_x_wing", "Mutant X-wing", "fish", 0],
  ["mutant_swordfish", "Mutant swordfish", "fish", 0], ["mutant_jellyfish", "Mutant jellyfish", "fish", 0],
  ["finned_mutant_x_wing", "Finned mutant X-wing", "fish", 0],
  ["finned_mutant_swordfish", "Finned mutant swordfish", "fish", 0],
  ["finned_mutant_jellyfish", "Finned mutant jellyfish", "fish", 0],
  ["finned_mutant_squirmbag", "Finned mutant squirmbag", "fish", 0],
  ["finned_mutant_whale", "Finned mutant whale", "fish", 0], ["brute_force", "Guess", "guessing", 0],
  ["locked_pair", "Locked pair", "subsets", 0], ["locked_triple", "Locked triple", "subsets", 0],
  ["template_set", "Template set", "patterns", 0], ["template_delete", "Template delete", "patterns", 0],
  ["alternating_x_chain", "Alternating X-chain", "chains", 0], ["xy_chain", "XY-chain", "chains", 0],
  ["continuous_nice_loop", "Continuous nice loop", "chains", 0],
  ["discontinuous_nice_loop", "Discontinuous nice loop", "chains", 0],
  ["alternating_chain", "Alternating inference chain", "chains", 0],
  ["grouped_continuous_nice_loop", "Grouped continuous nice loop", "chains", 0],
  ["grouped_discontinuous_nice_loop", "Grouped discontinuous nice loop", "chains", 0],
  ["grouped_alternating_chain", "Grouped alternating inference chain", "chains", 0],
  ["two_string_kite", "Two-string kite", "single_digit", 0], ["turbot_fish", "Turbot fish", "single_digit", 0],
  ["empty_rectangle", "Empty rectangle", "single_digit", 0],
  ["dual_two_string_kite", "Dual two-string kite", "single_digit", 0],
  ["dual_empty_rectangle", "Dual empty rectangle", "single_digit", 0],
  ["broken_wing", "Broken wing", "single_digit", 0], ["w_wing", "W-wing", "wings", 0],
  ["remote_pair", "Remote pair", "colouring", 0], ["simple_colours_trap", "Simple colours, trap", "colouring", 0],
  ["simple_colours_wrap", "Simple colours, wrap", "colouring", 0],
  ["multi_colours_1", "Multi-colours type 1", "colouring", 0],
  ["multi_colours_2", "Multi-colours type 2", "colouring", 0], ["medusa_3d_trap", "3D Medusa, trap", "colouring", 0],
  ["medusa_3d_wrap", "3D Medusa, wrap", "colouring", 0], ["firework_triple", "Firework triple", "patterns", 0],
  ["firework_quadruple", "Firework quadruple", "patterns", 0], ["tridagon", "Tridagon", "patterns", 0],
  ["exocet", "Exocet", "patterns", 0], ["sk_loop", "SK loop", "patterns", 0], ["als_xz", "ALS-XZ", "als", 0],
  ["als_xy_wing", "ALS-XY-wing", "als", 0], ["als_chain", "ALS chain", "als", 0],
  ["death_blossom", "Death blossom", "als", 0], ["sue_de_coq", "Sue de Coq", "als", 0],
  ["wxyz_wing", "WXYZ-wing", "als", 0],
  ["als_alternating_chain", "Alternating chain with almost locked sets", "chains", 0],
  ["symmetrical_placement", "Gurth's symmetrical placement", "uniqueness", 0],
  ["strong_links_2", "Two strong links with groups", "single_digit", 0],
  ["strong_links_3", "Three strong links", "single_digit", 0],
  ["strong_links_4", "Four strong links", "single_digit", 0], ["vwxyz_wing", "VWXYZ-wing", "als", 0],
  ["uvwxyz_wing", "UVWXYZ-wing", "als", 0], ["tuvwxyz_wing", "TUVWXYZ-wing", "als", 0],
];

/** Those of other boards: id, English name, family. @type {[string, string, string][]} */
export const VARIANT_TECHNIQUES = [
  ["common_peers", "Common peer elimination", "intersections"], ["dot", "Dot", "clues"],
  ["thermometer", "Thermometer", "clues"], ["arrow", "Arrow", "clues"], ["line_clue", "Line clue", "clues"],
  ["outside_clue", "Sum or outside clue", "clues"], ["clue", "Clue", "clues"],
  ["cage_combination", "Cage combinations", "cages"], ["cage_locked", "Locked digit in a cage", "cages"],
  ["rule_of_45", "Rule of 45", "cages"],
];

/** Name, least and most ER, whether new puzzles are minimal. @type {[string, number, number, boolean][]} */
export const BANDS = [
  ["easy", 1.0, 1.5, false], ["medium", 1.6, 2.5, false], ["hard", 2.6, 4.4, true], ["expert", 4.5, 6.9, true],
  ["extreme", 7.0, 20.0, true],
];

/** The profile nonet: number (of variants: id) of a technique, and its rating in hundredths. @type {[number | string, number][]} */
export const NONET_ROWS = [
  [0, 100], [1, 120], [2, 150], [3, 170], [4, 190], ["dot", 190], ["thermometer", 190], [6, 200], [5, 220], [7, 250],
  ["arrow", 250], ["cage_combination", 250], [8, 260], [9, 280], ["cage_locked", 280], ["line_clue", 280], [79, 290],
  [10, 300], [12, 310], ["rule_of_45", 310], ["common_peers", 310], [11, 320], ["clue", 320], ["outside_clue", 320],
  [80, 330], [13, 340], [15, 360], [14, 380], [52, 400], [91, 410], [94, 410], [16, 420], [92, 420], [93, 430],
  [95, 430], [97, 440], [17, 440], [98, 440], [99, 440], [100, 440], [18, 450], [19, 460], [21, 460], [20, 470],
  [54, 470], [53, 470], [56, 470], [55, 480], [57, 480], [29, 480], [58, 490], [59, 490], [101, 490], [102, 490],
  [26, 500], [28, 510], [27, 520], [22, 530], [23, 530], [25, 530], [24, 540], [60, 550], [61, 550], [96, 550],
  [115, 550], [103, 560], [104, 560], [30, 570], [32, 570], [31, 580], [62, 590], [63, 590], [105, 600], [114, 600],
  [33, 620], [83, 630], [106, 630], [84, 640], [34, 650], [35, 650], [36, 660], [85, 670], [86, 680], [87, 680],
  [117, 700], [37, 700], [38, 700], [88, 700], [89, 710], [90, 710], [110, 710], [111, 710], [113, 710], [112, 710],
  [116, 710], [64, 710], [65, 720], [67, 720], [68, 730], [66, 740], [69, 740], [39, 750], [40, 750], [70, 760],
  [73, 760], [71, 770], [74, 770], [72, 780], [75, 780], [76, 790], [77, 790], [41, 800], [42, 800], [107, 840],
  [43, 850], [44, 850], [45, 850], [46, 850], [47, 900], [81, 910], [82, 910], [108, 920], [109, 940], [48, 950],
  [49, 1000], [50, 1050], [51, 1100],
];

/** The profile se: number (of variants: id) of a technique, and its rating in hundredths. @type {[number | string, number][]} */
export const SE_ROWS = [
  [0, 100], [1, 120], [2, 150], [3, 170], [4, 190], [5, 200], [6, 230], [7, 250], [8, 260], [9, 280], [10, 300],
  [11, 320], [12, 340], [13, 360], [14, 380], [15, 400], [16, 420], [17, 440], [18, 450], [19, 450], [20, 450],
  [21, 450], [22, 460], [23, 460], [24, 460], [25, 460], [26, 500], [27, 520], [28, 540], [29, 560], [30, 570],
  [31, 570], [32, 570], [33, 620], [34, 650], [35, 650], [36, 660], [37, 700], [38, 700], [39, 750], [40, 750],
  [41, 800], [42, 800], [43, 850], [44, 850], [45, 850], [46, 850], [47, 900], [48, 950], [49, 1000], [50, 1050],
  [51, 1100],
];

/** The profile hodoku: number (of variants: id) of a technique, and its rating in points. @type {[number | string, number][]} */
export const HODOKU_ROWS = [
  [0, 4], [6, 4], [1, 14], [2, 14], [79, 40], [80, 60], [8, 50], [9, 50], [10, 60], [13, 80], [12, 70], [15, 100],
  [26, 120], [28, 150], [11, 140], [14, 150], [27, 160], [98, 110], [29, 100], [52, 130], [91, 150], [92, 120],
  [93, 120], [97, 150], [16, 160], [17, 180], [18, 100], [19, 100], [20, 100], [21, 100], [53, 100], [54, 100],
  [55, 100], [56, 100], [57, 100], [58, 130], [59, 150], [60, 200], [61, 240], [62, 250], [63, 260], [114, 250],
  [99, 150], [100, 150], [101, 200], [102, 200], [83, 260], [84, 260], [85, 280], [86, 280], [87, 280], [88, 300],
  [89, 300], [90, 300], [110, 300], [111, 320], [112, 340], [64, 300], [65, 350], [67, 390], [68, 410], [40, 500],
  [42, 500], [43, 700], [46, 700], [78, 10000],
];

/** The profile sukaku: number (of variants: id) of a technique, and its rating in hundredths. @type {[number | string, number][]} */
export const SUKAKU_ROWS = [
  [0, 100], [1, 120], [2, 150], [3, 170], [4, 190], [5, 200], [6, 230], [7, 250], [8, 260], [9, 280], [10, 300],
  [11, 320], [12, 340], [13, 360], [14, 380], [15, 400], [52, 400], [91, 410], [92, 410], [118, 400], [16, 420],
  [17, 440], [18, 450], [19, 450], [20, 450], [21, 450], [22, 460], [23, 460], [24, 460], [25, 460], [26, 500],
  [27, 520], [28, 540], [119, 540], [115, 550], [29, 560], [30, 570], [31, 570], [32, 570], [120, 580], [121, 620],
  [33, 620], [122, 660], [34, 650], [35, 650], [36, 660], [37, 700], [38, 700], [123, 750], [39, 750], [40, 750],
  [41, 800], [42, 800], [43, 850], [44, 850], [45, 850], [46, 850], [47, 900], [48, 950], [49, 1000], [50, 1050],
];

/** The profiles by name. `searches` is the core's number of the way in which steps are searched. */
export const PROFILES = { nonet: { points: false, searches: 0, rows: NONET_ROWS }, se: { points: false, searches: 1, rows: SE_ROWS }, hodoku: { points: true, searches: 2, rows: HODOKU_ROWS }, sukaku: { points: false, searches: 3, rows: SUKAKU_ROWS } };
