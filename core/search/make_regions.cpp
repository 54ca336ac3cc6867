// make_regions.cpp: the tables of connected cells, of regions that are to be found, and of runs in them.

#include "search/free_numbers.hpp"

namespace nonet {

bool ModelMaker::check_connected(const Primitive &p, uint32_t) {
  const int64_t *w = p.words;
  if (!is_mask(w[0])) return false;
  data_ += 2 * p.length + 2 + (uint64_t)w[3] * Graph::words((uint32_t)w[3]);
  return true;
}

void ModelMaker::make_connected(const Primitive &p) {
  const int64_t *w = p.words;
  uint32_t count = (uint32_t)w[3];
  uint32_t graph = put_graph(w + 4, count, w + 4 + count, w + p.length);
  add_region(w + 4, count, w[0], w[1], w[2], graph);
}

// Whether each cell is the next one of the board.
static bool is_run(const int64_t *cells, uint32_t count) {
  for (uint32_t i = 1; i < count; i++)
    if (cells[i] != cells[0] + i) return false;
  return count > 0;
}

void ModelMaker::add_region(const int64_t *cells, uint32_t count, int64_t digits, int64_t low, int64_t high,
                            uint32_t graph) {
  if (low > high || low > count || high < 0) return deny();
  if (!count) return;
  Constraint &c = add(kConnected, 2);
  put_cells(c, cells, count);
  put(c, digits);
  put(c, low < 0 ? 0 : low > count ? count + 1 : low);
  put(c, high < 0 ? -1 : high > count ? count : high);
  put(c, graph);
  put(c, is_run(cells, count) ? cells[0] : -1);
  put(c, made_->barren);
  made_->barren += 2 * Graph::words(count);
  need(Graph::scratch(count));
}

// Put the ways between cells into the pool of words, outside of any constraint. Edges to cells outside join nothing.
uint32_t ModelMaker::put_graph(const int64_t *cells, uint32_t count, const int64_t *edges, const int64_t *end) {
  uint16_t *numbers = part<uint16_t>(numbers_at_);
  for (uint32_t i = count; i-- > 0;) numbers[cells[i]] = (uint16_t)(i + 1);
  uint32_t graph = used_data_, words = Graph::words(count);
  int64_t *start = part<int64_t>(plan_.data_at) + graph, *list = start + count + 1;
  auto for_edges = [&](auto f) {
    for (const int64_t *e = edges; e < end; e += 2)
      if (uint32_t a = numbers[e[0]], b = numbers[e[1]]; a && b && a != b) f(a - 1, b - 1);
  };
  for_edges([&](uint32_t a, uint32_t b) { start[a + 1]++, start[b + 1]++; });
  for (uint32_t i = 0; i < count; i++) start[i + 1] += start[i];
  int64_t total = start[count];
  for_edges([&](uint32_t a, uint32_t b) { list[--start[a + 1]] = b, list[--start[b + 1]] = a; });
  for (uint32_t i = 0; i < count; i++) start[i] = start[i + 1];
  start[count] = total;
  uint64_t *sets = (uint64_t *)(list + total);
  for_edges([&](uint32_t a, uint32_t b) {
    sets[(size_t)a * words + b / 64] |= (uint64_t)1 << (b % 64);
    sets[(size_t)b * words + a / 64] |= (uint64_t)1 << (a % 64);
  });
  used_data_ += count + 1 + (uint32_t)total + count * words;
  for (uint32_t i = 0; i < count; i++) numbers[cells[i]] = 0;
  return graph;
}

// size, homes, these, as many cells, then edges.
bool ModelMaker::check_regions(const Primitive &p, uint32_t) {
  const int64_t *w = p.words;
  if (w[0] < 1 || w[1] < w[0] || w[1] % w[0]) return false;
  uint64_t count = (uint64_t)w[1], regions = count / (uint64_t)w[0];
  if (regions > plan_.size) return false;
  constraints_ += count + 2 * regions + 1;
  pool_ += count + 3 * count * regions + 2 * count;
  data_ += 2 * count + 2 * p.length + 10 * regions + count * Graph::words((uint32_t)count);
  return true;
}

void ModelMaker::make_regions(const Primitive &p) {
  const int64_t *w = p.words, *homes = w + 2, *cells = homes + w[1];
  uint32_t count = (uint32_t)w[1], regions = count / (uint32_t)w[0];
  uint32_t graph = put_graph(homes, count, cells + count, w + p.length);
  for (uint32_t i = 0; i < count; i++) add_allowed((uint32_t)homes[i], ((uint64_t)1 << regions) - 1);
  for (uint32_t number = 0; number < regions; number++)
    add_region(homes, count, (int64_t)1 << number, w[0], w[0], graph);
  Constraint &digits = add(kHomeDigits, 1);
  put_cells(digits, homes, 2 * count);
  put(digits, regions);
  put(digits, w[0] == plan_.size);
  put(digits, is_run(homes, count) ? homes[0] : -1);
  put(digits, is_run(cells, count) ? cells[0] : -1);
  need((2 + 2 * (uint64_t)plan_.size) * Graph::words(count));
  Constraint &order = add(kHomeOrder, 1);
  put_cells(order, homes, count);
  put(order, regions);
  put(order, 0);
  put(order, graph);
  need(count + 1);
}

// less, counter, first cell, then for each arm: its number of cells, these. Sums up to 63 are found.
bool ModelMaker::check_run(const Primitive &p, uint32_t) {
  const int64_t *w = p.words;
  if (!is_number(w[0])) return false;
  int64_t cells = 0;
  for (size_t i = 3; i < p.length; i += 1 + (size_t)w[i]) {
    if (w[i] < 0 || w[i] > (int64_t)(p.length - i - 1) || !are_cells(w + i + 1, (size_t)w[i])) return false;
    cells += w[i];
  }
  return cells < 64 || plan_.first - 1 + w[0] + plan_.size <= 64;
}

void ModelMaker::make_run(const Primitive &p) {
  const int64_t *w = p.words;
  Constraint &c = add(kRun, 2);
  put_cells(c, w + 1, 2);
  put(c, plan_.first - 1 + w[0]);
  put(c, 0);
  int64_t &arms = part<int64_t>(plan_.data_at)[used_data_ - 1];
  for (size_t i = 3; i < p.length; i += 1 + (size_t)w[i], arms++) {
    put_cells(c, w + i + 1, (size_t)w[i]);
    put(c, c.count);
  }
  const uint16_t *cells = part<uint16_t>(plan_.pool_at) + c.cells_at;
  c.repeats = repeats(cells, c.count);
  need(3 * (uint64_t)arms + 2 + 3 * (uint64_t)c.count);
}

// Homes whose numbers are free are put into the pool again: those with the most constraints first, and of these the ones with
// the fewest neighbours. The order decides much: random ones took two to eight times as many guesses.
void ModelMaker::order_homes() {
  Constraint *constraints = part<Constraint>(plan_.constraints_at);
  uint16_t *pool = part<uint16_t>(plan_.pool_at);
  const uint32_t *watched = part<uint32_t>(plan_.watch_start_at), *arcs = part<uint32_t>(plan_.arc_start_at);
  const Watch *watches = part<Watch>(plan_.watches_at);
  for (uint32_t k = 0; k < made_->constraints; k++) {
    const Constraint &c = constraints[k];
    if (c.kind != kHomeOrder || c.nested || poll_.stopped(c.count)) continue;
    int64_t *data = part<int64_t>(plan_.data_at), *words = data + c.data_at;
    const uint16_t *homes = pool + c.cells_at;
    FreeNumbers free(plan_, homes, c.count, (uint32_t)words[0], part<uint32_t>(machine_at_), data, poll_);
    if (words[0] < 3 || !free.are_free(given_.words, given_.words + given_.length)) continue;
    words[1] = used_pool_;
    const int64_t *ways = ((const Graph *)(data + words[2]))->start();
    Fixed<uint32_t, kMaxCells> weights;
    uint32_t begin = (uint32_t)words[1];
    for (uint32_t i = 0; i < c.count; i++) {
      uint32_t tied = arcs[homes[i] + 1] - arcs[homes[i]];
      for (uint32_t k = watched[homes[i]]; k < watched[homes[i] + 1]; k++)
        tied += (uint32_t)__builtin_popcountll(watches[k].bits);
      weights[homes[i]] = tied * kMaxCells - (uint32_t)(ways[i + 1] - ways[i]);
      NONET_EXPECT(used_pool_ < room_.pool);
      uint32_t at = used_pool_++;
      for (; at > begin && weights[pool[at - 1]] < weights[homes[i]]; at--) pool[at] = pool[at - 1];
      pool[at] = homes[i];
    }
  }
}

}  // namespace nonet
