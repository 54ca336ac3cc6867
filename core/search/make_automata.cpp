// make_automata.cpp: the tables of machines, and of the cells that they read.

#include "search/model_maker.hpp"

namespace nonet {

// states, how many start, how many accept, these, then the moves.
bool ModelMaker::check_machine(const Primitive &p, uint32_t depth) {
  const int64_t *w = p.words;
  if (depth || p.length < 3 || w[0] < 1 || w[0] > 1 << 16 || w[1] < 0 || w[2] < 0) return false;
  int64_t left = (int64_t)p.length - 3;
  if (w[1] > left || w[2] > left - w[1] || (left - w[1] - w[2]) % 3) return false;
  for (int64_t i = 0; i < w[1] + w[2]; i++)
    if (w[3 + i] < 0 || w[3 + i] >= w[0]) return false;
  for (int64_t i = 3 + w[1] + w[2]; i < (int64_t)p.length; i += 3)
    if (w[i] < 0 || w[i] >= w[0] || !is_mask(w[i + 1]) || w[i + 2] < 0 || w[i + 2] >= w[0]) return false;
  machines_++;
  data_ += 2 * w[0] + 64 + 2 * plan_.size + 1 + 2 * kMostShifts * plan_.size;
  return machines_ < 1 << 15;
}

void ModelMaker::make_machine(const Primitive &p) {
  const int64_t *w = p.words;
  uint32_t states = (uint32_t)w[0], words = (states + 63) / 64;
  const int64_t *moves = w + 3 + w[1] + w[2], *end = w + p.length;
  int64_t *data = part<int64_t>(plan_.data_at);
  part<uint32_t>(machine_at_)[used_machines_++] = used_data_;
  Machine &machine = *(Machine *)(data + used_data_);
  machine = {states, words, (end - moves) / 3, 0, 0};
  uint64_t *start = (uint64_t *)machine.start(), *accept = (uint64_t *)machine.accept();
  for (int64_t i = 0; i < w[1]; i++) start[w[3 + i] / 64] |= bit_of((uint32_t)w[3 + i]);
  for (int64_t i = 0; i < w[2]; i++) accept[w[3 + w[1] + i] / 64] |= bit_of((uint32_t)w[3 + w[1] + i]);
  int64_t *first = (int64_t *)machine.move_start();
  Machine::Move *list = (Machine::Move *)machine.move_list();
  for (const int64_t *m = moves; m < end; m += 3) first[m[0] + 1]++;
  for (uint32_t s = 0; s < states; s++) first[s + 1] += first[s];
  for (const int64_t *m = end; m > moves;) {
    m -= 3;
    list[--first[m[0] + 1]] = {m[1], m[2]};
  }
  for (uint32_t s = 0; s < states; s++) first[s] = first[s + 1];
  first[states] = machine.moves;
  add_shifts(machine);
  find_alike(machine);
  used_data_ = (uint32_t)(machine.alike_list(plan_.size) + machine.alike - data);
}

// A digit is like another if each move by one of them is a move by the other.
void ModelMaker::find_alike(Machine &machine) {
  const Machine::Move *moves = machine.move_list();
  auto moves_too = [&](int64_t s, int64_t to, uint32_t digit) {
    // A call that is stopped has no use for the answer.
    if (poll_.stopped((uint64_t)(machine.move_start()[s + 1] - machine.move_start()[s]))) return false;
    for (int64_t k = machine.move_start()[s]; k < machine.move_start()[s + 1]; k++)
      if (moves[k].to == to && moves[k].digits >> digit & 1) return true;
    return false;
  };
  auto are_alike = [&](uint32_t one, uint32_t other) {
    if (poll_.stopped((uint64_t)(machine.states + machine.moves))) return false;
    for (int64_t s = 0; s < machine.states; s++)
      for (int64_t k = machine.move_start()[s]; k < machine.move_start()[s + 1]; k++) {
        bool by_one = moves[k].digits >> one & 1, by_other = moves[k].digits >> other & 1;
        // As two conditions, one after the other, GCC 12 makes wrong code of it at -O3.
        if (by_one != by_other && !moves_too(s, moves[k].to, by_one ? other : one)) return false;
      }
    return true;
  };
  int64_t *list = (int64_t *)machine.alike_list(plan_.size), done = 0;
  for (uint32_t d = 0; d < plan_.size; d++) {
    if (done >> d & 1) continue;
    int64_t set = (int64_t)1 << d;
    for (uint32_t e = d + 1; e < plan_.size; e++)
      if (!(done >> e & 1) && are_alike(d, e)) set |= (int64_t)1 << e;
    done |= set;
    if (set & (set - 1)) list[machine.alike++] = set;
  }
}

// All moves of one digit by one distance are one shift.
void ModelMaker::add_shifts(Machine &machine) {
  if (machine.words > 1) return;
  int64_t *start = (int64_t *)machine.shift_start(), most = (int64_t)kMostShifts * plan_.size;
  Machine::Shift *list = (Machine::Shift *)machine.shift_list(plan_.size);
  const Machine::Move *moves = machine.move_list();
  int64_t used = 0;
  for (uint32_t d = 0; d < plan_.size; d++) {
    start[d] = used;
    for (int64_t s = 0; s < machine.states; s++)
      for (int64_t k = machine.move_start()[s]; k < machine.move_start()[s + 1]; k++) {
        if (!(moves[k].digits >> d & 1)) continue;
        int64_t up = (moves[k].to - s) & 63, at = start[d];
        while (at < used && list[at].up != up) at++;
        if (at == most) {
          memset(start, 0, sizeof(int64_t) * (plan_.size + 1 + 2 * (uint32_t)most));
          return;
        }
        if (at == used) list[used++] = {0, up};
        list[at].states |= (uint64_t)1 << s;
      }
  }
  start[plan_.size] = used;
  machine.shifts = used;
}

// The primitive of a machine, which comes before. Automata ask in the order of their machines, or nearly.
const Primitive &ModelMaker::machine_of(int64_t number) {
  FoundMachine &found = found_machine_;
  if (found.number < 0 || number < found.number)
    found.number = -1, found.reader = Reader{given_.words, given_.words + given_.length};
  while (found.number < number && found.reader.next(found.primitive)) found.number += found.primitive.kind == kMachine;
  return found.primitive;
}

// What is worked on for each cell: the moves of the machine, and the words of a set of its states.
bool ModelMaker::check_automaton(const Primitive &p, uint32_t) {
  if (p.words[0] < 0 || p.words[0] >= machines_) return false;
  const Primitive &machine = machine_of(p.words[0]);
  const int64_t *w = machine.words;
  uint64_t cells = p.length - 1, moves = (machine.length - 3 - (uint64_t)(w[1] + w[2])) / 3;
  uint64_t states = ((uint64_t)w[0] + 63) / 64 * 64;
  if (cells * moves > NONET_MOST_READ) return refuse(NONET_FAULT_READ, cells * moves, NONET_MOST_READ);
  if (cells * states > NONET_MOST_STATES) return refuse(NONET_FAULT_STATES, cells * states, NONET_MOST_STATES);
  layers_ += (cells + 1) * states;
  data_ += kSetWords + 1;
  return true;
}

void ModelMaker::make_automaton(const Primitive &p) {
  uint32_t machine = part<uint32_t>(machine_at_)[p.words[0]];
  const Machine &of = *(Machine *)(part<int64_t>(plan_.data_at) + machine);
  if (add_digit_sets(machine, p.words + 1, (uint32_t)p.length - 1)) return;
  Constraint &c = add(kAutomaton, 2);
  put_cells(c, p.words + 1, p.length - 1);
  put(c, machine);
  put(c, made_->automaton_cells);
  made_->automaton_cells += c.count;
  // Where neighbours on the line differ, each digit counts.
  bool differ = false;
  for (size_t i = 2; i < p.length && of.shifts; i++)
    differ |= made_->are_peers((uint32_t)p.words[i - 1], (uint32_t)p.words[i]);
  put(c, differ ? 0 : of.alike);
  put(c, made_->automaton_layers);
  if (!of.shifts) made_->automaton_layers += (uint32_t)(c.count + 1) * (uint32_t)of.words;
  c.repeats = repeats(p.words + 1, p.length - 1);
  // See automaton.hpp: layers and, before them, the digits that are read and left.
  uint64_t cells = c.count, digits = 2 * ((cells * plan_.mask_bytes + 7) / 8);
  need(digits + (2 * cells + 4) * (uint64_t)of.words);
  if (of.shifts) need(digits + (cells + 4) * (plan_.size + 2));
}

// Different cells, of which the automaton accepts the same digits in any order.
bool ModelMaker::add_digit_sets(uint32_t place, const int64_t *cells, uint32_t count) {
  const Machine &machine = *(Machine *)(part<int64_t>(plan_.data_at) + place);
  constexpr uint32_t kMostWords = 4;
  uint32_t n = plan_.size, words = (uint32_t)machine.words, set_words = words_of_sets(n);
  if (!set_words || words > kMostWords || count < 2 || count > n) return false;
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < i; k++)
      if (!made_->are_peers((uint32_t)cells[i], (uint32_t)cells[k])) return false;
  auto add_sets = [&](const uint64_t *family) {
    Constraint &c = add(kDigitSets, 1);
    put_cells(c, cells, count);
    for (uint32_t w = 0; w < set_words; w++) put(c, (int64_t)family[w]);
    put(c, place);
    need((uint64_t)(count + 5) * set_words);
    return true;
  };
  for (uint32_t i = made_->constraints; i-- > 0;)
    if (const Constraint &c = part<Constraint>(plan_.constraints_at)[i]; c.kind == kDigitSets && c.count == count)
      if (const int64_t *data = part<int64_t>(plan_.data_at) + c.data_at; data[set_words] == place)
        return add_sets((const uint64_t *)data);
  // The states after each set of digits: the same, whichever digit comes last.
  Fixed<Fixed<uint64_t, kMostWords>, 1u << kSetDigits> after;
  Fixed<uint64_t, kMostWords> found;
  Fixed<uint64_t, kSetWords> family = {};
  memcpy(after[0], machine.start(), sizeof(uint64_t) * words);
  for (uint32_t set = 1; set < 1u << n; set++) {
    uint32_t size = Masks<uint16_t>::count((uint16_t)set);
    if (size > count) continue;
    if (poll_.stopped(size * (uint64_t)machine.moves)) return false;
    for (uint32_t rest = set; rest; rest &= rest - 1) {
      uint32_t digit = (uint32_t)__builtin_ctz(rest);
      memset(found, 0, sizeof(uint64_t) * words);
      const uint64_t *before = after[set & ~(1u << digit)];
      for (uint32_t w = 0; w < words; w++)
        for (uint64_t m = before[w]; m; m &= m - 1) {
          uint32_t s = w * 64 + (uint32_t)__builtin_ctzll(m);
          for (int64_t k = machine.move_start()[s]; k < machine.move_start()[s + 1]; k++)
            if (const Machine::Move &move = machine.move_list()[k]; move.digits >> digit & 1)
              found[move.to / 64] |= bit_of((uint32_t)move.to);
        }
      if (rest == set)
        memcpy(after[set], found, sizeof(uint64_t) * words);
      else if (memcmp(after[set], found, sizeof(uint64_t) * words))
        return false;
    }
    for (uint32_t w = 0; w < words && size == count; w++)
      if (after[set][w] & machine.accept()[w]) family[set / 64] |= bit_of(set);
  }
  return add_sets(family);
}

}  // namespace nonet
