// The techniques, profiles and difficulties of nonet.steps, for the engine in the page. scripts/engine_data.py writes
// this file.

/** By the number of the core: id and English name. @type {[string, string][]} */
export const TECHNIQUES = [
  ["full_house", "Full house"], ["hidden_single_box", "Hidden single in a box"],
  ["hidden_single_line", "Hidden single in a row or column"], ["direct_pointing", "Direct pointing"],
  ["direct_claiming", "Direct claiming"], ["direct_hidden_pair", "Direct hidden pair"],
  ["naked_single", "Naked single"], ["direct_hidden_triple", "Direct hidden triple"], ["pointing", "Pointing"],
  ["claiming", "Claiming"], ["naked_pair", "Naked pair"], ["x_wing", "X-wing"], ["hidden_pair", "Hidden pair"],
  ["naked_triple", "Naked triple"], ["swordfish", "Swordfish"], ["hidden_triple", "Hidden triple"],
  ["xy_wing", "XY-wing"], ["xyz_wing", "XYZ-wing"], ["unique_rectangle_1", "Unique rectangle type 1"],
  ["unique_rectangle_2", "Unique rectangle type 2"], ["unique_rectangle_3", "Unique rectangle type 3"],
  ["unique_rectangle_4", "Unique rectangle type 4"], ["unique_loop_1", "Unique loop type 1"],
  ["unique_loop_2", "Unique loop type 2"], ["unique_loop_3", "Unique loop type 3"],
  ["unique_loop_4", "Unique loop type 4"], ["naked_quadruple", "Naked quadruple"], ["jellyfish", "Jellyfish"],
  ["hidden_quadruple", "Hidden quadruple"], ["bug_1", "BUG type 1"], ["bug_2", "BUG type 2"], ["bug_3", "BUG type 3"],
  ["bug_4", "BUG type 4"], ["aligned_pair_exclusion", "Aligned pair exclusion"], ["x_cycle", "X-cycle"],
  ["y_cycle", "Y-cycle"], ["x_chain", "Forcing X-chain"], ["forcing_chain", "Forcing chain"],
  ["continuous_loop", "Continuous loop"], ["aligned_triple_exclusion", "Aligned triple exclusion"],
  ["nishio", "Nishio"], ["cell_forcing_chain", "Cell forcing chain"], ["house_forcing_chain", "House forcing chain"],
  ["dynamic_contradiction_chain", "Dynamic contradiction chain"], ["dynamic_double_chain", "Dynamic double chain"],
  ["dynamic_cell_chain", "Dynamic cell chain"], ["dynamic_house_chain", "Dynamic house chain"],
  ["dynamic_chain_plus", "Dynamic chain plus"], ["nested_forcing_chain", "Dynamic chain with forcing chains inside"],
  ["nested_multiple_chain", "Dynamic chain with multiple chains inside"],
  ["nested_dynamic_chain", "Dynamic chain with dynamic chains inside"],
  ["nested_dynamic_chain_2", "Dynamic chain with nested dynamic chains inside"], ["skyscraper", "Skyscraper"],
  ["unique_rectangle_5", "Unique rectangle type 5"], ["unique_rectangle_6", "Unique rectangle type 6"],
  ["hidden_rectangle", "Hidden rectangle"], ["avoidable_rectangle_1", "Avoidable rectangle type 1"],
  ["avoidable_rectangle_2", "Avoidable rectangle type 2"], ["finned_x_wing", "Finned X-wing"],
  ["sashimi_x_wing", "Sashimi X-wing"], ["finned_swordfish", "Finned swordfish"],
  ["sashimi_swordfish", "Sashimi swordfish"], ["finned_jellyfish", "Finned jellyfish"],
  ["sashimi_jellyfish", "Sashimi jellyfish"], ["franken_x_wing", "Franken X-wing"],
  ["franken_swordfish", "Franken swordfish"], ["franken_jellyfish", "Franken jellyfish"],
  ["finned_franken_x_wing", "Finned franken X-wing"], ["finned_franken_swordfish", "Finned franken swordfish"],
  ["finned_franken_jellyfish", "Finned franken jellyfish"], ["mutant_x_wing", "Mutant X-wing"],
  ["mutant_swordfish", "Mutant swordfish"], ["mutant_jellyfish", "Mutant jellyfish"],
  ["finned_mutant_x_wing", "Finned mutant X-wing"], ["finned_mutant_swordfish", "Finned mutant swordfish"],
  ["finned_mutant_jellyfish", "Finned mutant jellyfish"], ["finned_mutant_squirmbag", "Finned mutant squirmbag"],
  ["finned_mutant_whale", "Finned mutant whale"], ["brute_force", "Guess"], ["locked_pair", "Locked pair"],
  ["locked_triple", "Locked triple"], ["template_set", "Template set"], ["template_delete", "Template delete"],
  ["alternating_x_chain", "Alternating X-chain"], ["xy_chain", "XY-chain"],
  ["continuous_nice_loop", "Continuous nice loop"], ["discontinuous_nice_loop", "Discontinuous nice loop"],
  ["alternating_chain", "Alternating inference chain"],
  ["grouped_continuous_nice_loop", "Grouped continuous nice loop"],
  ["grouped_discontinuous_nice_loop", "Grouped discontinuous nice loop"],
  ["grouped_alternating_chain", "Grouped alternating inference chain"], ["two_string_kite", "Two-string kite"],
  ["turbot_fish", "Turbot fish"], ["empty_rectangle", "Empty rectangle"],
  ["dual_two_string_kite", "Dual two-string kite"], ["dual_empty_rectangle", "Dual empty rectangle"],
  ["broken_wing", "Broken wing"], ["w_wing", "W-wing"], ["remote_pair", "Remote pair"],
  ["simple_colours_trap", "Simple colours, trap"], ["simple_colours_wrap", "Simple colours, wrap"],
  ["multi_colours_1", "Multi-colours type 1"], ["multi_colours_2", "Multi-colours type 2"],
  ["medusa_3d_trap", "3D Medusa, trap"], ["medusa_3d_wrap", "3D Medusa, wrap"], ["firework_triple", "Firework triple"],
  ["firework_quadruple", "Firework quadruple"], ["tridagon", "Tridagon"], ["exocet", "Exocet"], ["sk_loop", "SK loop"],
  ["als_xz", "ALS-XZ"], ["als_xy_wing", "ALS-XY-wing"], ["als_chain", "ALS chain"], ["death_blossom", "Death blossom"],
  ["sue_de_coq", "Sue de Coq"], ["wxyz_wing", "WXYZ-wing"],
  ["als_alternating_chain", "Alternating chain with almost locked sets"],
  ["symmetrical_placement", "Gurth's symmetrical placement"], ["strong_links_2", "Two strong links with groups"],
  ["strong_links_3", "Three strong links"], ["strong_links_4", "Four strong links"], ["vwxyz_wing", "VWXYZ-wing"],
  ["uvwxyz_wing", "UVWXYZ-wing"], ["tuvwxyz_wing", "TUVWXYZ-wing"],
];

/** Name, least and most ER, whether new puzzles are minimal. @type {[string, number, number, boolean][]} */
export const BANDS = [
  ["easy", 1.0, 1.5, false], ["medium", 1.6, 2.5, false], ["hard", 2.6, 4.4, true], ["expert", 4.5, 6.9, true],
  ["extreme", 7.0, 20.0, true],
];

/** The profile nonet: number of a technique, and its rating in hundredths. @type {[number, number][]} */
export const NONET_ROWS = [
  [0, 100], [1, 120], [2, 150], [3, 170], [4, 190], [6, 200], [5, 220], [7, 250], [8, 260], [9, 280], [79, 290],
  [10, 300], [12, 310], [11, 320], [80, 330], [13, 340], [15, 360], [14, 380], [52, 400], [91, 410], [94, 410],
  [16, 420], [92, 420], [93, 430], [95, 430], [97, 440], [17, 440], [98, 440], [99, 440], [100, 440], [18, 450],
  [19, 460], [21, 460], [20, 470], [54, 470], [53, 470], [56, 470], [55, 480], [57, 480], [29, 480], [58, 490],
  [59, 490], [101, 490], [102, 490], [26, 500], [28, 510], [27, 520], [22, 530], [23, 530], [25, 530], [24, 540],
  [60, 550], [61, 550], [96, 550], [115, 550], [103, 560], [104, 560], [30, 570], [32, 570], [31, 580], [62, 590],
  [63, 590], [105, 600], [114, 600], [33, 620], [83, 630], [106, 630], [84, 640], [34, 650], [35, 650], [36, 660],
  [85, 670], [86, 680], [87, 680], [117, 700], [37, 700], [38, 700], [88, 700], [89, 710], [90, 710], [110, 710],
  [111, 710], [113, 710], [112, 710], [116, 710], [64, 710], [65, 720], [67, 720], [68, 730], [66, 740], [69, 740],
  [39, 750], [40, 750], [70, 760], [73, 760], [71, 770], [74, 770], [72, 780], [75, 780], [76, 790], [77, 790],
  [41, 800], [42, 800], [107, 840], [43, 850], [44, 850], [45, 850], [46, 850], [47, 900], [81, 910], [82, 910],
  [108, 920], [109, 940], [48, 950], [49, 1000], [50, 1050], [51, 1100],
];

/** The profile se: number of a technique, and its rating in hundredths. @type {[number, number][]} */
export const SE_ROWS = [
  [0, 100], [1, 120], [2, 150], [3, 170], [4, 190], [5, 200], [6, 230], [7, 250], [8, 260], [9, 280], [10, 300],
  [11, 320], [12, 340], [13, 360], [14, 380], [15, 400], [16, 420], [17, 440], [18, 450], [19, 450], [20, 450],
  [21, 450], [22, 460], [23, 460], [24, 460], [25, 460], [26, 500], [27, 520], [28, 540], [29, 560], [30, 570],
  [31, 570], [32, 570], [33, 620], [34, 650], [35, 650], [36, 660], [37, 700], [38, 700], [39, 750], [40, 750],
  [41, 800], [42, 800], [43, 850], [44, 850], [45, 850], [46, 850], [47, 900], [48, 950], [49, 1000], [50, 1050],
  [51, 1100],
];

/** The profile hodoku: number of a technique, and its rating in points. @type {[number, number][]} */
export const HODOKU_ROWS = [
  [0, 4], [6, 4], [1, 14], [2, 14], [79, 40], [80, 60], [8, 50], [9, 50], [10, 60], [13, 80], [12, 70], [15, 100],
  [26, 120], [28, 150], [11, 140], [14, 150], [27, 160], [98, 110], [29, 100], [52, 130], [91, 150], [92, 120],
  [93, 120], [97, 150], [16, 160], [17, 180], [18, 100], [19, 100], [20, 100], [21, 100], [53, 100], [54, 100],
  [55, 100], [56, 100], [57, 100], [58, 130], [59, 150], [60, 200], [61, 240], [62, 250], [63, 260], [114, 250],
  [99, 150], [100, 150], [101, 200], [102, 200], [83, 260], [84, 260], [85, 280], [86, 280], [87, 280], [88, 300],
  [89, 300], [90, 300], [110, 300], [111, 320], [112, 340], [64, 300], [65, 350], [67, 390], [68, 410], [40, 500],
  [42, 500], [43, 700], [46, 700], [78, 10000],
];

/** The profiles by name. `searches` is the core's number of the way in which steps are searched. */
export const PROFILES = { nonet: { points: false, searches: 0, rows: NONET_ROWS }, se: { points: false, searches: 1, rows: SE_ROWS }, hodoku: { points: true, searches: 2, rows: HODOKU_ROWS } };
