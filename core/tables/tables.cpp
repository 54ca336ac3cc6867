// tables.cpp: delimited text as people exchange it (CSV, TSV). It finds the rows and fields of a table, compares boards, and
// writes rows from columns. It copies fields unchanged; only rows that need judgement are left to the caller.

#include <string.h>

#include "common/cells.hpp"
#include "core.h"

namespace nonet {
namespace {

// Whether one of eight characters is c; the character at the lowest place may be found for a neighbour, never missed.
uint64_t has(uint64_t text, uint8_t c) {
  constexpr uint64_t kOnes = 0x0101010101010101;
  text ^= kOnes * c;
  return (text - kOnes) & ~text & (kOnes << 7);
}

enum class Ended { kRow, kOdd, kCut };

// Reads one row at a time. `places` receives the start of each field and one more: the end of the last field plus one.
struct Reader {
  const uint8_t *text;
  size_t bytes;
  bool last;
  uint8_t delimiter;
  size_t columns;
  size_t begin = 0;  // the start of the present row
  size_t at = 0;     // the start of the next row once a row has been read
  size_t lines = 0;  // line ends passed in the present row

  Ended row(size_t start, uint32_t *places) {
    begin = at = start;
    lines = 0;
    for (size_t column = 0;; column++) {
      if (column == columns) return Ended::kOdd;
      places[column] = (uint32_t)at;
      Ended how = at < bytes && text[at] == '"' ? quoted() : plain();
      if (how != Ended::kRow) return how;
      if (at < bytes && text[at] == delimiter) {
        at++;
        continue;
      }
      if (column + 1 != columns) return Ended::kOdd;
      size_t end = at;
      if (end < bytes && text[end] == '\r') end++;
      places[columns] = (uint32_t)at + 1;
      at = end < bytes ? end + 1 : end;
      lines += end < bytes;
      return Ended::kRow;
    }
  }

 private:
  // Pass a field without quotes; stop at its delimiter or line end.
  Ended plain() {
    for (uint64_t two[2]; at + 16 <= bytes; at += 16) {
      memcpy(two, text + at, 16);
      if (has(two[0], delimiter) | has(two[0], '\n') | has(two[0], '\r')) break;
      if (has(two[1], delimiter) | has(two[1], '\n') | has(two[1], '\r')) break;
    }
    while (at < bytes) {
      uint8_t c = text[at];
      if (c == delimiter || c == '\n') return Ended::kRow;
      if (c == '\r') return at + 1 < bytes && text[at + 1] != '\n' ? Ended::kOdd : finished(at + 1);
      at++;
    }
    return finished(at);
  }

  // Pass a field in quotes; two quotes in it are one character. Quotes that are not closed soon are never closed: so
  // each reader comes to the same end, however much of the text it holds at a time.
  Ended quoted() {
    size_t end = bytes - begin > NONET_LONGEST_QUOTE ? begin + NONET_LONGEST_QUOTE : bytes;
    for (at++; at < end; at++) {
      if (text[at] == '\r') return Ended::kOdd;
      lines += text[at] == '\n';
      if (text[at] != '"') continue;
      if (at + 1 < bytes && text[at + 1] == '"') {
        at++;
        continue;
      }
      at++;
      if (at == bytes) return finished(at);
      if (text[at] == delimiter || text[at] == '\n') return Ended::kRow;
      if (text[at] == '\r') return at + 1 < bytes && text[at + 1] != '\n' ? Ended::kOdd : finished(at + 1);
      return Ended::kOdd;
    }
    return last || end < bytes ? Ended::kOdd : Ended::kCut;
  }

  // The end of the text ends a row only if nothing follows.
  Ended finished(size_t end) const { return end < bytes || last ? Ended::kRow : Ended::kCut; }
};

// A field without the quotes around it.
struct Field {
  const uint8_t *begin;
  size_t size;
  Field(const uint8_t *text, const uint32_t *places) : begin(text + places[0]), size(places[1] - 1 - places[0]) {
    if (size >= 2 && *begin == '"') begin++, size -= 2;
  }
};

// A text of less than 4 GiB has no more fields.
bool are_columns(size_t columns) { return columns && columns < UINT32_MAX; }

// The bytes of a row, or of a line, before its line end.
size_t without_end(const uint8_t *text, size_t at, size_t end) {
  if (end > at && text[end - 1] == '\n') end--;
  if (end > at && text[end - 1] == '\r') end--;
  return end - at;
}

bool starts_comment(const uint8_t *text, size_t at, size_t bytes) {
  while (at < bytes && (text[at] == ' ' || text[at] == '\t' || text[at] == '"')) at++;
  return at < bytes && text[at] == '#';
}

uint64_t value_at(const nonet_column &column, size_t row) {
  const uint8_t *p = column.values + row * column.stride;
  switch (column.item) {
    case 1: return *p;
    case 2: {
      uint16_t v;
      memcpy(&v, p, 2);
      return v;
    }
    case 4: {
      uint32_t v;
      memcpy(&v, p, 4);
      return v;
    }
    default: {
      uint64_t v;
      memcpy(&v, p, 8);
      return v;
    }
  }
}

// Where a cell of the output comes from; `end` cells hold a quote or a delimiter and need quotes.
struct Cell {
  const uint8_t *begin = nullptr;
  size_t size = 0;
  size_t quotes = 0;  // characters that quoting adds
  uint8_t digits[20];
};

// Whether a text needs no quotes around it. (Without an early exit: the compiler looks at 16 characters at a time.)
bool needs_none(const uint8_t *text, size_t size) {
  uint8_t found = 0;
  for (size_t i = 0; i < size; i++)
    found |=
        (uint8_t)(text[i] == ',') | (uint8_t)(text[i] == '"') | (uint8_t)(text[i] == '\n') | (uint8_t)(text[i] == '\r');
  return !found;
}

bool cell_of(const nonet_column &column, size_t row, Cell &cell) {
  cell.begin = nullptr;
  cell.size = cell.quotes = 0;
  if (column.present && !column.present[row]) return true;
  switch (column.kind) {
    case NONET_FIELD: {
      const uint8_t *p = column.values + row * column.stride;
      uint32_t places[2];
      memcpy(places, p, 8);
      if (places[1] < places[0] + column.width || places[1] - column.width > column.text_bytes) return false;
      cell.begin = column.text + places[0];
      cell.size = places[1] - column.width - places[0];
      if (column.unquote && cell.size >= 2 && *cell.begin == '"') {
        bool is_plain = column.unquote == 1 ? needs_none(cell.begin + 1, cell.size - 2)
                                            : !memchr(cell.begin + 1, '"', cell.size - 2);
        if (is_plain) cell.begin++, cell.size -= 2;
      }
      bool may_need = column.quote && cell.size && (column.quote > 1 || *cell.begin != '"');
      if (may_need && !needs_none(cell.begin, cell.size)) {
        cell.quotes = 2;
        for (size_t i = 0; i < cell.size; i++) cell.quotes += cell.begin[i] == '"';
      }
      return true;
    }
    case NONET_BYTES: {
      size_t start = column.values ? value_at(column, row) : row * column.stride;
      if (start > column.text_bytes || column.width > column.text_bytes - start) return false;
      cell.begin = column.text + start;
      cell.size = column.width;
      return true;
    }
    case NONET_CHOICE: {
      size_t choice = column.values ? value_at(column, row) : 0;
      if (choice >= column.choices) return false;
      size_t start = choice ? column.ends[choice - 1] : 0;
      if (column.ends[choice] < start || column.ends[choice] > column.text_bytes) return false;
      cell.begin = column.text + start;
      cell.size = column.ends[choice] - start;
      return true;
    }
    default: {
      uint64_t value = value_at(column, row) + column.add;
      size_t at = sizeof cell.digits;
      do cell.digits[--at] = (uint8_t)('0' + value % 10);
      while (value /= 10);
      cell.begin = cell.digits + at;
      cell.size = sizeof cell.digits - at;
      return true;
    }
  }
}

uint8_t *put(uint8_t *out, const Cell &cell) {
  if (!cell.quotes) {
    if (cell.size == kCells)
      memcpy(out, cell.begin, kCells);
    else if (cell.size)
      memcpy(out, cell.begin, cell.size);
    return out + cell.size;
  }
  *out++ = '"';
  for (size_t i = 0; i < cell.size; i++) {
    if (cell.begin[i] == '"') *out++ = '"';
    *out++ = cell.begin[i];
  }
  *out++ = '"';
  return out;
}

bool usable(const nonet_column &column, size_t rows) {
  bool needs_values = column.kind == NONET_FIELD || column.kind == NONET_NUMBER;
  if (column.kind > NONET_NUMBER || (needs_values && !column.values)) return false;
  if (column.kind != NONET_NUMBER && column.text_bytes && !column.text) return false;
  if (column.kind == NONET_CHOICE && (!column.choices || !column.ends)) return false;
  size_t item = column.kind == NONET_FIELD ? 8 : column.item;
  if (!column.values) return column.kind == NONET_CHOICE || column.kind == NONET_BYTES;
  if (item != 1 && item != 2 && item != 4 && item != 8) return false;
  return rows == 0 || (column.values_bytes >= item &&
                       (rows - 1) <= (column.values_bytes - item) / (column.stride ? column.stride : 1));
}

}  // namespace
}  // namespace nonet

using namespace nonet;

extern "C" {

int nonet_scan_table(const uint8_t *text, size_t start, size_t bytes, int last, uint8_t delimiter, size_t columns,
                     size_t puzzle, uint32_t line, uint32_t *fields, uint64_t *offsets, uint32_t *line_numbers,
                     size_t capacity, nonet_scan *scan) {
  if ((bytes && !text) || start > bytes || bytes >= UINT32_MAX || !scan || !are_columns(columns) || puzzle >= columns)
    return NONET_BAD_CALL;
  if (capacity && (!fields || !offsets || !line_numbers)) return NONET_BAD_CALL;
  *scan = nonet_scan{};
  scan->consumed = start;
  Reader reader{text, bytes, last != 0, delimiter, columns};
  uint8_t usual = '.';
  while (scan->consumed < bytes && scan->rows < capacity) {
    size_t at = scan->consumed;
    size_t blank = at + (text[at] == '\r' && at + 1 < bytes && text[at + 1] == '\n');
    if (text[blank] == '\n') {
      scan->consumed = blank + 1;
      scan->lines++;
      continue;
    }
    uint32_t *places = fields + scan->rows * (columns + 1);
    Ended how = reader.row(at, places);
    if (how == Ended::kCut) break;
    if (how == Ended::kRow && without_end(text, at, reader.at) > NONET_LONGEST_ROW) scan->long_row = reader.at - at;
    bool odd = how == Ended::kOdd || scan->long_row || starts_comment(text, at, bytes);
    if (!odd) {
      Field field(text, places + puzzle);
      odd = field.size != kCells || !is_plain_board(field.begin, usual);
      if (!odd) offsets[scan->rows] = (uint64_t)(field.begin - text);
    }
    if (odd) {
      scan->odd_line = 1;
      break;
    }
    line_numbers[scan->rows++] = (uint32_t)(line + scan->lines);
    scan->lines += reader.lines;
    scan->consumed = reader.at;
  }
  return NONET_OK;
}

int nonet_compare_fields(const uint8_t *text, size_t bytes, const uint32_t *fields, size_t columns, size_t column,
                         size_t n, const uint8_t *boards, size_t stride, uint8_t *same) {
  if (!are_columns(columns) || column >= columns || stride < kCells || (n && (!text || !fields || !boards || !same)))
    return NONET_BAD_CALL;
  for (size_t i = 0; i < n; i++) {
    const uint32_t *places = fields + i * (columns + 1) + column;
    if (places[1] <= places[0] || places[1] - 1 > bytes) return NONET_BAD_CALL;
  }
  for (size_t i = 0; i < n; i++) {
    Field field(text, fields + i * (columns + 1) + column);
    if (field.size == 0)
      same[i] = 2;
    else
      same[i] = field.size == kCells && memcmp(field.begin, boards + i * stride, kCells) == 0;
  }
  return NONET_OK;
}

int nonet_write_table(const nonet_column *columns, size_t count, const uint32_t *chosen, size_t first, size_t n,
                      size_t rows, uint8_t *out, size_t out_bytes, uint32_t *ends, size_t *written) {
  if (!columns || !count || !written || (out_bytes && !out)) return NONET_BAD_CALL;
  for (size_t k = 0; k < count; k++)
    if (!usable(columns[k], rows)) return NONET_BAD_CALL;
  if (!chosen && (first > rows || n > rows - first)) return NONET_BAD_CALL;
  size_t size = 0;
  Cell cell;
  for (size_t i = 0; i < n; i++) {
    size_t row = chosen ? chosen[i] : first + i;
    if (row >= rows) return NONET_BAD_CALL;
    size_t begin = size;
    for (size_t k = 0; k < count; k++) {
      if (!cell_of(columns[k], row, cell)) return NONET_BAD_CALL;
      size_t needed = cell.size + cell.quotes + 1;
      if (out) {
        if (needed > out_bytes - size) return NONET_MORE;
        put(out + size, cell);
        out[size + needed - 1] = k + 1 < count ? ',' : '\n';
      }
      size += needed;
    }
    if (columns[count - 1].quote && size - begin == count) {  // nothing but empty cells
      if (out) {
        if (2 > out_bytes - size) return NONET_MORE;
        memcpy(out + size - 1, "\"\"\n", 3);
      }
      size += 2;
    }
    if (ends) {
      size--;
      ends[i] = (uint32_t)size;
    }
  }
  *written = size;
  return NONET_OK;
}

}  // extern "C"
