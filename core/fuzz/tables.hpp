// tables.hpp: random tables as text. What is found must lie inside the text and inside its row, and what is written from it
// must be found again.
#ifndef NONET_FUZZ_TABLES_HPP
#define NONET_FUZZ_TABLES_HPP

#include "fuzz/boards.hpp"

namespace {

size_t random_table(Source &source, uint8_t *text, size_t room, size_t columns, size_t puzzle, uint8_t delimiter) {
  static const char kPlain[] = "abc 0123456789.,;\"#";
  size_t used = 0;
  for (uint32_t rows = source.below(12); rows > 0 && used + 400 < room; rows--) {
    for (size_t k = 0; k < columns; k++) {
      if (k) text[used++] = delimiter;
      bool quoted = source.one_in(4);
      if (quoted) text[used++] = '"';
      if (k == puzzle && !source.one_in(20)) {
        for (int i = 0; i < kCells; i++) text[used++] = (uint8_t)(source.one_in(3) ? '1' + source.below(9) : '.');
      } else {
        for (uint32_t n = source.below(6); n > 0; n--) {
          uint8_t c = source.one_in(200) ? source.byte() : (uint8_t)kPlain[source.below(sizeof kPlain - 1)];
          if (quoted && c == '"' && !source.one_in(50)) text[used++] = '"';
          text[used++] = quoted && source.one_in(20) ? '\n' : c;
        }
      }
      if (quoted && !source.one_in(50)) text[used++] = '"';
    }
    if (source.one_in(4)) text[used++] = '\r';
    if (!source.one_in(30)) text[used++] = '\n';
  }
  return used;
}

size_t fuzz_table(Source &source) {
  constexpr size_t kMost = 16;
  size_t columns = 1 + source.below(4), puzzle = source.below((uint32_t)columns);
  uint8_t delimiter = (uint8_t)source.pick(",;\t,");
  if (!delimiter) delimiter = ',';
  Buffer<uint8_t> room(8192);
  size_t size = random_table(source, room.data, 8192, columns, puzzle, delimiter);
  Buffer<uint8_t> text(size);
  memcpy(text.data, room.data, size);
  int last = source.one_in(2);
  Buffer<uint32_t> fields(kMost * (columns + 1)), numbers(kMost);
  Buffer<uint64_t> offsets(kMost);
  nonet_scan scan;
  require(nonet_scan_table(text.data, 0, size, last, delimiter, columns, puzzle, 1, fields.data, offsets.data,
                           numbers.data, kMost, &scan) == NONET_OK,
          "table refused");
  require(nonet_scan_table(text.data, size + 1, size, last, delimiter, columns, puzzle, 1, fields.data, offsets.data,
                           numbers.data, kMost, &scan) == NONET_BAD_CALL,
          "table: a bad call went through");
  for (size_t absurd : {(size_t)0, (size_t)UINT32_MAX, SIZE_MAX - 1, SIZE_MAX})
    require(nonet_scan_table(text.data, 0, size, last, delimiter, absurd, 0, 1, fields.data, offsets.data, numbers.data,
                             kMost, &scan) == NONET_BAD_CALL,
            "table: absurd columns went through");
  require(nonet_scan_table(text.data, 0, size, last, delimiter, columns, puzzle, 1, fields.data, offsets.data,
                           numbers.data, kMost, &scan) == NONET_OK &&
              scan.rows <= kMost && scan.consumed <= size,
          "table: outside");
  for (size_t i = 0; i < scan.rows; i++) {
    const uint32_t *f = fields.data + i * (columns + 1);
    require(offsets[i] >= f[puzzle] && offsets[i] + kCells < f[puzzle + 1], "table: a board outside its field");
    for (size_t k = 0; k < columns; k++) {
      require(f[k] < f[k + 1] && f[k + 1] <= size + 1, "table: a field outside the text");
      require(k + 1 == columns || text[f[k + 1] - 1] == delimiter, "table: no delimiter after a field");
    }
    require(i == 0 || (f[0] > fields[i * (columns + 1) - 1] - 1 && numbers[i] > numbers[i - 1]), "table: rows overlap");
  }

  // Written as CSV, the rows are found again, and the boards are the same.
  nonet_column list[4];
  for (size_t k = 0; k < columns; k++)
    list[k] = {NONET_FIELD,
               8,
               1,
               (uint8_t)source.below(2),
               text.data,
               size,
               (const uint8_t *)(fields.data + k),
               4 * (scan.rows ? scan.rows * (columns + 1) - k : 0),
               4 * (columns + 1),
               1,
               nullptr,
               0,
               0,
               nullptr};
  size_t written = 0, again = 0;
  require(nonet_write_table(list, columns, nullptr, 0, scan.rows, scan.rows, nullptr, 0, nullptr, &written) == NONET_OK,
          "write refused");
  Buffer<uint8_t> out(written);
  if (written)
    require(nonet_write_table(list, columns, nullptr, 0, scan.rows, scan.rows, out.data, written - 1, nullptr,
                              &again) == NONET_MORE,
            "write: a buffer too short is not reported");
  require(nonet_write_table(list, columns, nullptr, 0, scan.rows, scan.rows, out.data, written, nullptr, &again) ==
                  NONET_OK &&
              again == written,
          "write: another size");
  require(nonet_write_table(list, columns, nullptr, 1, scan.rows, scan.rows, out.data, written, nullptr, &again) ==
              NONET_BAD_CALL,
          "write: a bad call went through");
  Buffer<uint32_t> places(kMost * (columns + 1)), lines(kMost);
  Buffer<uint64_t> boards(kMost);
  nonet_scan second;
  require(nonet_scan_table(out.data, 0, written, 1, ',', columns, puzzle, 1, places.data, boards.data, lines.data,
                           kMost, &second) == NONET_OK &&
              second.rows == scan.rows && second.consumed == written,
          "table: written rows are not found again");
  for (size_t i = 0; i < scan.rows; i++)
    require(!memcmp(text.data + offsets[i], out.data + boards[i], kCells), "table: another board");

  Buffer<uint8_t> same(scan.rows);
  Buffer<uint8_t> grids(scan.rows * kCells);
  for (size_t i = 0; i < scan.rows; i++) memcpy(grids.data + i * kCells, text.data + offsets[i], kCells);
  require(nonet_compare_fields(text.data, size, fields.data, columns, puzzle, scan.rows, grids.data, kCells,
                               same.data) == NONET_OK,
          "compare refused");
  for (size_t i = 0; i < scan.rows; i++) require(same[i] == 1, "compare: a board differs from itself");
  lines_scanned += scan.lines;
  return scan.rows;
}

}  // namespace

#endif
