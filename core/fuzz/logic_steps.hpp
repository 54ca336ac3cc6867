// logic_steps.hpp: reads the words that nonet_path and nonet_all_steps write, and checks them against the board.
//
//   form          lengths add up, every number is in range, parents come before their children
//   effect        only candidates of the board are eliminated, something is eliminated or placed, and the chains end there
//   proof         every node of a chain follows from its parents: an off node from an on node that sees it, an on node from
//                 all the others of its cell or house, which are off. (Nested chains: only the form, because their board is
//                 not known here.)
//   rating        that of the technique, and for chains what the length adds
#ifndef NONET_FUZZ_LOGIC_STEPS_HPP
#define NONET_FUZZ_LOGIC_STEPS_HPP

#include <initializer_list>

#include "fuzz/logic_boards.hpp"

namespace {

enum LogicKind { kPlainStep, kContradictionKind, kDoubleKind, kCellChains, kHouseChains, kLastKind = 8 };
enum LogicCause { kAssumed, kByCell, kByRow, kByColumn, kByBox, kByStepInside, kLogicCauses };
constexpr uint32_t kLogicRoles = 12, kNothingPlaced = 0xFFFFFFFFu;
constexpr size_t kMostTechniques = 256;

uint64_t logic_steps_of[kMostTechniques];

// How the chains of a technique look, by its name.
enum class ChainShape { kNone, kOneWay, kAround, kEnds, kBranches };

ChainShape shape_of(uint32_t technique) {
  const char *name = nonet_technique_name(technique);
  if (strcmp(nonet_technique_family(technique), "chains")) return ChainShape::kNone;
  for (const char *cycle :
       {"x_cycle", "y_cycle", "continuous_loop", "continuous_nice_loop", "grouped_continuous_nice_loop"})
    if (!strcmp(name, cycle)) return ChainShape::kAround;
  for (const char *chain : {"x_chain", "forcing_chain", "discontinuous_nice_loop", "grouped_discontinuous_nice_loop"})
    if (!strcmp(name, chain)) return ChainShape::kOneWay;
  for (const char *chain : {"alternating_x_chain", "xy_chain", "alternating_chain", "grouped_alternating_chain"})
    if (!strcmp(name, chain)) return ChainShape::kEnds;
  return ChainShape::kBranches;
}

bool needs_uniqueness(uint32_t technique) { return nonet_technique_premise(technique) != NONET_PREMISE_RULES; }

// What length adds to a rating, in hundredths, by thresholds of 4, 6, 8, 12, 16, 24 ….
unsigned added_for(uint32_t nodes) {
  unsigned added = 0;
  for (uint32_t low = 4, high = 6; nodes > low + 2; low *= 2, high *= 2) added += nodes > high + 2 ? 20 : 10;
  return added;
}

// The cell at a place of a house: rows 0-8, columns 9-17, boxes 18-26.
int cell_of(uint32_t house, int place) {
  int line = (int)house % 9;
  if (house < 9) return line * 9 + place;
  if (house < 18) return place * 9 + line;
  return line / 3 * 27 + place / 3 * 9 + line % 3 * 3 + place % 3;
}

uint32_t house_by(uint32_t cause, uint32_t cell) {
  if (cause == kByRow) return cell / 9;
  if (cause == kByColumn) return 9 + cell % 9;
  return 18 + cell / 27 * 3 + cell % 9 / 3;
}

struct LogicNode {
  uint32_t cell, digit, cause, inside, parents_size, others_size;
  bool on;
  const uint32_t *parents, *others;  // the other cells of a group
  uint32_t cells_size() const { return 1 + others_size; }
  uint32_t cell_at(uint32_t i) const { return i ? others[i - 1] : cell; }
  bool has_cell(uint32_t which) const {
    for (uint32_t i = 0; i < cells_size(); i++)
      if (cell_at(i) == which) return true;
    return false;
  }
  bool is_at(const LogicNode &o) const {
    bool same = digit == o.digit && others_size == o.others_size;
    for (uint32_t i = 0; i < cells_size() && same; i++) same = o.has_cell(cell_at(i));
    return same;
  }
  bool is(const LogicNode &o) const { return is_at(o) && on == o.on; }
  bool opposes(const LogicNode &o) const { return is_at(o) && on != o.on; }
};

bool sees(uint32_t one, uint32_t two) {
  return one != two && (one / 9 == two / 9 || one % 9 == two % 9 || house_by(kByBox, one) == house_by(kByBox, two));
}

// One step; everything points into the words.
struct LogicStep {
  static constexpr uint32_t kMostNodes = 2 * 729 + 2, kMostChains = 9;
  const uint32_t *words, *end;
  const LogicBoard *board;  // null for steps inside of others
  uint32_t technique, kind, rating, complexity, placed, removes_size, houses_size, marks_size, chains_size, inside_size;
  const uint32_t *removes, *houses, *marks, *chains, *inside;
  uint32_t chain_nodes = 0;                          // of all chains
  LogicNode starts[kMostChains], ends[kMostChains];  // of each chain

  bool removes_digit(uint32_t cell, uint32_t digit) const {
    for (uint32_t i = 0; i < removes_size; i++)
      if (removed(i).cell == cell && removed(i).mask >> (digit - 1) & 1) return true;
    return false;
  }
  CellDigits removed(uint32_t i) const { return CellDigits(removes + 2 * i); }
  bool removes_only(uint32_t cell, uint32_t mask) const {
    return removes_size == 1 && removed(0).cell == cell && removed(0).mask == mask;
  }
};

struct StepReader {
  const LogicBoard &board;
  LogicNode nodes[LogicStep::kMostNodes];  // of the chain that is read

  void need(bool holds, const char *what) const { require(holds, what, board.digits, board.marks); }

  // Reads and checks the step that begins at `words`, which ends at or before `end`.
  LogicStep read(const uint32_t *words, const uint32_t *end, const LogicBoard *on, int depth = 0) {
    LogicStep step{};
    need(end - words >= 6 && words[2] >= 6 && words[2] <= (size_t)(end - words), "step: its length");
    step.words = words, step.end = words + words[2], step.board = on;
    step.technique = words[0] & 0xFF, step.kind = words[0] >> 8 & 0xFF, step.rating = words[0] >> 16;
    step.complexity = words[1], step.placed = words[3];
    step.removes_size = words[4] & 0x7FF, step.houses_size = words[4] >> 11 & 0x1F;
    step.marks_size = words[4] >> 16 & 0xFF, step.chains_size = words[4] >> 24, step.inside_size = words[5];
    step.removes = words + 6;
    step.houses = step.removes + 2 * step.removes_size;
    step.marks = step.houses + step.houses_size;
    step.chains = step.marks + 2 * step.marks_size;
    need(step.technique < nonet_techniques() && step.kind <= kLastKind, "step: technique or kind");
    need(step.chains <= step.end, "step: longer than it says");
    need(depth < 8, "step: steps inside of steps without end");
    if (!depth) logic_steps_of[step.technique]++;
    check_effect(step);
    check_pattern(step);
    step.inside = step.chains;
    check_inside(step, depth);
    const uint32_t *at = step.chains;
    for (uint32_t c = 0; c < step.chains_size; c++) at = read_chain(step, at, c);
    check_chains(step);
    check_rating(step);
    return step;
  }

 private:
  void check_effect(const LogicStep &step) const {
    need(step.removes_size || step.placed != kNothingPlaced, "step: does nothing");
    if (step.placed != kNothingPlaced) {
      uint32_t cell = step.placed & 0xFFFF, digit = step.placed >> 16;
      need(cell < kCells && digit >= 1 && digit <= 9, "step: places nonsense");
      need(!step.board || step.board->has((int)cell, (int)digit), "step: places what cannot be");
      need(!step.removes_digit(cell, digit), "step: places what it removes");
    }
    for (uint32_t i = 0; i < step.removes_size; i++) {
      const auto [cell, role, mask] = step.removed(i);
      need(cell < kCells && !role && mask && mask <= kAllDigits, "step: removes nonsense");
      need(!i || cell > step.removed(i - 1).cell, "step: removes out of order");
      need(!step.board || (!step.board->digits[cell] && !(mask & ~(uint64_t)step.board->marks[cell])),
           "step: removes what is not there");
    }
  }

  void check_pattern(const LogicStep &step) const {
    for (uint32_t i = 0; i < step.houses_size; i++) need(step.houses[i] < 27, "step: a house beyond the last");
    for (uint32_t i = 0; i < step.marks_size; i++) {
      const auto [cell, role, mask] = CellDigits(step.marks + 2 * i);
      need(role < kLogicRoles && cell < kCells && mask && mask <= kAllDigits, "step: a mark of nonsense");
      if (!step.board) continue;
      uint64_t digit = step.board->digits[cell], there = digit ? 1u << (digit - 1) : step.board->marks[cell];
      need(!(mask & ~there), "step: a mark of what is not there");
    }
  }

  // Nested steps follow the chains, whose lengths must be known first.
  void check_inside(LogicStep &step, int depth) {
    const uint32_t *at = step.chains;
    for (uint32_t c = 0; c < step.chains_size; c++) {
      need(at < step.end && *at >= 2 && *at <= LogicStep::kMostNodes, "chain: its length");
      for (uint32_t left = *at++; left; left--) {
        need(step.end - at >= 2 && (at[0] >> 21) + (at[1] >> 16) <= (size_t)(step.end - at) - 2,
             "chain: longer than the step");
        at += 2 + (at[0] >> 21) + (at[1] >> 16);
      }
    }
    step.inside = at;
    StepReader *reader = step.inside_size ? new StepReader{board, {}} : nullptr;
    for (uint32_t i = 0; i < step.inside_size; i++) at = reader->read(at, step.end, nullptr, depth + 1).end;
    delete reader;
    need(at == step.end, "step: its length is not that of its parts");
  }

  // The words of a step inside, by its number from 1.
  const uint32_t *inside_at(const LogicStep &step, uint32_t number) const {
    const uint32_t *at = step.inside;
    while (--number) at += at[2];
    return at;
  }

  const uint32_t *read_chain(LogicStep &step, const uint32_t *at, uint32_t number) {
    uint32_t size = *at++;
    bool has_child[LogicStep::kMostNodes] = {};
    for (uint32_t n = 0; n < size; n++) {
      LogicNode &node = nodes[n];
      uint32_t word = at[0];
      node.cell = word & 0x7FF, node.digit = word >> 11 & 0x3F, node.cause = word >> 18 & 7, node.on = word >> 17 & 1;
      node.inside = at[1] & 0xFFFF, node.parents_size = word >> 21, node.others_size = at[1] >> 16;
      node.parents = at + 2, node.others = node.parents + node.parents_size;
      at += 2 + node.parents_size + node.others_size;
      need(node.digit >= 1 && node.digit <= 9 && node.cause < kLogicCauses && node.others_size < 9, "node: nonsense");
      for (uint32_t i = 0; i < node.cells_size(); i++) {
        need(node.cell_at(i) < kCells && (!i || node.cell_at(i) > node.cell_at(i - 1)), "node: its cells");
        need(!step.board || step.board->has((int)node.cell_at(i), (int)node.digit), "node: of what is not there");
      }
      need((node.cause == kAssumed) == (n == 0) && (node.parents_size == 0) == (n == 0), "node: no assumption");
      need((node.cause == kByStepInside) == (node.inside != 0), "node: a step inside, or none");
      need(node.inside <= step.inside_size, "node: a step inside beyond the last");
      for (uint32_t i = 0; i < node.parents_size; i++) {
        need(node.parents[i] < n, "node: a parent that comes later");
        has_child[node.parents[i]] = true;
      }
      if (n) check_node(step, node);
    }
    for (uint32_t n = 0; n + 1 < size; n++) need(has_child[n], "chain: a node that leads nowhere");
    need(number < LogicStep::kMostChains, "step: too many chains");
    step.starts[number] = nodes[0];
    step.ends[number] = nodes[size - 1];
    step.chain_nodes += size;
    return at;
  }

  bool has_parent(const LogicNode &node, uint32_t cell, uint32_t digit, bool on) const {
    for (uint32_t i = 0; i < node.parents_size; i++) {
      const LogicNode &parent = nodes[node.parents[i]];
      if (parent.has_cell(cell) && parent.digit == digit && parent.on == on) return true;
    }
    return false;
  }

  // Whether a node follows from its parents.
  void check_node(const LogicStep &step, const LogicNode &node) const {
    if (node.cause == kByStepInside) {
      need(!node.on, "node: put on by a step inside");
      for (uint32_t i = 0; i < node.parents_size; i++)
        need(!nodes[node.parents[i]].on, "node: a step inside that needs something on");
      const uint32_t *inside = inside_at(step, node.inside);
      bool removes_it = false;
      for (uint32_t i = 0; i < (inside[4] & 0x7FF); i++) {
        const CellDigits removed(inside + 6 + 2 * i);
        removes_it |= removed.cell == node.cell && removed.mask >> (node.digit - 1) & 1;
      }
      need(removes_it, "node: the step inside does not remove it");
      return;
    }
    if (!node.on) {
      const LogicNode &parent = nodes[node.parents[0]];
      need(node.parents_size == 1 && parent.on, "node: off by something that is not on");
      bool same_digit = parent.digit == node.digit;
      if (node.cause == kByCell) {
        bool is_single = !parent.others_size && !node.others_size;
        need(is_single && parent.cell == node.cell && !same_digit, "node: off by another cell");
        return;
      }
      for (uint32_t i = 0; i < parent.cells_size(); i++)
        for (uint32_t j = 0; j < node.cells_size(); j++) {
          uint32_t one = parent.cell_at(i), two = node.cell_at(j);
          need(same_digit && one != two && house_by(node.cause, one) == house_by(node.cause, two),
               "node: off by something that does not see it");
        }
      return;
    }
    for (uint32_t i = 0; i < node.parents_size; i++)
      need(!nodes[node.parents[i]].on, "node: on by something that is on");
    for (uint32_t i = 0; i < 9 && step.board; i++) {
      uint32_t cell = node.cause == kByCell ? node.cell : (uint32_t)cell_of(house_by(node.cause, node.cell), (int)i);
      uint32_t digit = node.cause == kByCell ? i + 1 : node.digit;
      if ((node.has_cell(cell) && digit == node.digit) || !step.board->has((int)cell, (int)digit)) continue;
      need(has_parent(node, cell, digit, false), "node: on, but there is another one left");
    }
  }

  // Whether a candidate and a node cannot both be true.
  static bool conflicts(uint32_t cell, uint32_t digit, const LogicNode &node) {
    if (digit != node.digit) return !node.others_size && cell == node.cell;
    for (uint32_t i = 0; i < node.cells_size(); i++)
      if (!sees(cell, node.cell_at(i))) return false;
    return true;
  }

  // Whether the step does what its chains prove.
  void check_chains(const LogicStep &step) const {
    ChainShape shape = shape_of(step.technique);
    const LogicNode *starts = step.starts, *ends = step.ends;
    if (shape == ChainShape::kNone) {
      const bool is_symmetry = !strcmp(nonet_technique_name(step.technique), "symmetrical_placement");
      need(!step.chains_size && !step.inside_size, "step: chains of a technique without");
      need(is_symmetry ? step.kind > kHouseChains : !step.kind, "step: the kind of another technique");
      return;
    }
    if (shape == ChainShape::kAround) {
      need(step.chains_size == 1 && !step.kind && starts[0].on && ends[0].is(starts[0]), "cycle: not around");
      need(step.placed == kNothingPlaced, "cycle: places something");
      return;
    }
    LogicNode proved = ends[0];
    if (shape == ChainShape::kEnds || (shape == ChainShape::kOneWay && proved.others_size)) {
      need(step.chains_size == 1 && !step.kind && !starts[0].on && ends[0].on, "chain: not from off to on");
      need(step.placed == kNothingPlaced, "chain: places something");
      for (uint32_t i = 0; i < step.removes_size; i++)
        for (uint32_t digit = 1; digit <= 9; digit++)
          if (step.removed(i).mask >> (digit - 1) & 1)
            need(conflicts(step.removed(i).cell, digit, starts[0]) && conflicts(step.removed(i).cell, digit, ends[0]),
                 "chain: removes what can be true with one of its ends");
      return;
    }
    if (shape == ChainShape::kOneWay) {
      need(step.chains_size == 1 && !step.kind && ends[0].opposes(starts[0]), "chain: not to its opposite");
    } else if (step.kind == kContradictionKind) {
      need(step.chains_size == 2 && starts[0].is(starts[1]), "contradiction: not from one assumption");
      need(ends[0].on && ends[1].opposes(ends[0]), "contradiction: there is none");
      proved = starts[0];
      proved.on = !proved.on;
    } else {
      need(step.chains_size >= 2, "branches: only one");
      for (uint32_t c = 0; c < step.chains_size; c++) need(ends[c].is(proved), "branches: another end");
      if (step.kind == kDoubleKind)
        need(step.chains_size == 2 && starts[0].on && starts[1].opposes(starts[0]), "double: not from opposites");
      if (step.kind != kDoubleKind && step.board) check_branches(step);
    }
    uint32_t others = 0;
    if (step.board) others = step.board->marks[proved.cell] & ~(1u << (proved.digit - 1));
    if (proved.on) {
      need(step.placed == (proved.cell | proved.digit << 16), "chains: the step places something else");
      if (!step.board) return;
      need(step.removes_size == (others != 0), "chains: the step removes something else");
      if (others) need(step.removes_only(proved.cell, others), "chains: the step removes something else");
    } else {
      need(step.placed == kNothingPlaced && step.removes_only(proved.cell, 1u << (proved.digit - 1)),
           "chains: the step removes something else");
    }
  }

  // One branch for each candidate of the cell, or for each place in the house.
  void check_branches(const LogicStep &step) const {
    uint32_t c = 0;
    if (step.kind == kHouseChains) need(step.houses_size == 1, "house chains: no house");
    for (uint32_t i = 0; i < 9; i++) {
      uint32_t cell = step.starts[0].cell, digit = i + 1;
      if (step.kind == kHouseChains) cell = (uint32_t)cell_of(step.houses[0], (int)i), digit = step.starts[0].digit;
      if (!step.board->has((int)cell, (int)digit)) continue;
      need(c < step.chains_size && step.starts[c].on && step.starts[c].cell == cell && step.starts[c].digit == digit,
           "branches: one is left out");
      c++;
    }
    need(c == step.chains_size && step.kind >= kCellChains, "branches: too many");
  }

  void check_rating(const LogicStep &step) const {
    unsigned base = nonet_technique_rating(step.technique);
    ChainShape shape = shape_of(step.technique);
    if (shape == ChainShape::kNone) {
      need(!step.complexity && step.rating >= base && step.rating <= base + 80, "step: another rating");
      return;
    }
    uint32_t least = step.chain_nodes - (shape == ChainShape::kAround), most = least;
    const uint32_t *at = step.inside;
    for (uint32_t i = 0; i < step.inside_size; i++, at += at[2]) most += at[1];
    need(step.complexity >= least && step.complexity <= most, "chains: another number of nodes");
    need(step.rating == base + added_for(step.complexity), "chains: another rating");
  }
};

}  // namespace

#endif
