// text.cpp: lines and tables of text for Python: find the boards in them, and write them.

#include "bind/python.hpp"

namespace nonet::binding {
namespace {

Tuple<size_t, size_t, size_t, bool> scan_lines(Array<const uint8_t> text, size_t start, bool last,
                                               Array<uint64_t> offsets, Array<uint32_t> line_numbers) {
  if (start > text.size()) throw nb::value_error("nonet._core: start is past the end of text");
  size_t capacity = offsets.size() < line_numbers.size() ? offsets.size() : line_numbers.size();
  nonet_scan scan;
  call_core(nullptr, [&] {
    return nonet_scan_lines(text.data() + start, text.size() - start, last, offsets.data(), line_numbers.data(),
                            capacity, &scan);
  });
  return nb::make_tuple(scan.rows, scan.lines, scan.consumed, scan.odd_line != 0);
}

// -- tables as text ----------------------------------------------------------------------------------------------------

// The rows that the places of fields are enough for; the core refuses a number of columns that has no successor.
size_t rows_of(size_t places, size_t columns) { return columns == SIZE_MAX ? 0 : places / (columns + 1); }

Tuple<size_t, size_t, size_t, bool, size_t> scan_table(Array<const uint8_t> text, size_t start, size_t end, bool last,
                                                       uint8_t delimiter, size_t columns, size_t puzzle, uint32_t line,
                                                       Array<uint32_t> fields, Array<uint64_t> offsets,
                                                       Array<uint32_t> line_numbers) {
  if (start > end || end > text.size()) throw nb::value_error("nonet._core: start or end is past the end of text");
  size_t capacity = offsets.size() < line_numbers.size() ? offsets.size() : line_numbers.size();
  if (rows_of(fields.size(), columns) < capacity) capacity = rows_of(fields.size(), columns);
  nonet_scan scan;
  call_core(nullptr, [&] {
    return nonet_scan_table(text.data(), start, end, last, delimiter, columns, puzzle, line, fields.data(),
                            offsets.data(), line_numbers.data(), capacity, &scan);
  });
  return nb::make_tuple(scan.rows, scan.lines, scan.consumed, scan.odd_line != 0, scan.long_row);
}

void compare_fields(Array<const uint8_t> text, Array<const uint32_t> fields, size_t columns, size_t column, size_t n,
                    Array<const uint8_t> boards, size_t stride, Array<uint8_t> same) {
  bool fits = n == 0 || (boards.size() >= 81 && stride && n - 1 <= (boards.size() - 81) / stride);
  if (rows_of(fields.size(), columns) < n || same.size() < n || !fits)
    throw nb::value_error("nonet._core: a buffer is too short");
  call_core(nullptr, [&] {
    return nonet_compare_fields(text.data(), text.size(), fields.data(), columns, column, n, boards.data(), stride,
                                same.data());
  });
}

// A column to write, with the buffers that it keeps alive: kind, item, quote, unquote, text, values, stride, width, ends,
// add, present.
struct OutColumn {
  Optional<const uint8_t> text, values;
  Optional<const uint32_t> ends;
  Optional<const uint64_t> present;
  nonet_column row{};
};

nb::bytes write_table(nb::list columns, Optional<const uint32_t> chosen, size_t first, size_t n, size_t rows,
                      Optional<uint32_t> ends) {
  std::vector<OutColumn> kept(columns.size());
  std::vector<nonet_column> list;
  for (size_t k = 0; k < kept.size(); k++) {
    OutColumn &out = kept[k];
    nb::tuple from = nb::cast<nb::tuple>(columns[k]);
    if (from.size() != 11) throw nb::value_error("nonet._core: a column must have 11 parts");
    out.text = nb::cast<Optional<const uint8_t>>(from[4]);
    out.values = nb::cast<Optional<const uint8_t>>(from[5]);
    out.ends = nb::cast<Optional<const uint32_t>>(from[8]);
    out.present = nb::cast<Optional<const uint64_t>>(from[10]);
    if (out.present && out.present->size() < rows) throw nb::value_error("nonet._core: a buffer is too short");
    out.row.kind = nb::cast<uint8_t>(from[0]);
    out.row.item = nb::cast<uint8_t>(from[1]);
    out.row.quote = nb::cast<uint8_t>(from[2]);
    out.row.unquote = nb::cast<uint8_t>(from[3]);
    if (out.text) out.row.text = out.text->data(), out.row.text_bytes = out.text->size();
    if (out.values) out.row.values = out.values->data(), out.row.values_bytes = out.values->size();
    out.row.stride = nb::cast<size_t>(from[6]);
    out.row.width = nb::cast<size_t>(from[7]);
    if (out.ends) out.row.ends = out.ends->data(), out.row.choices = out.ends->size();
    out.row.add = nb::cast<uint64_t>(from[9]);
    if (out.present) out.row.present = out.present->data();
    list.push_back(out.row);
  }
  if (chosen && chosen->size() < n) n = chosen->size();
  if (ends && ends->size() < n) throw nb::value_error("nonet._core: a buffer is too short");
  const uint32_t *rows_chosen = chosen ? chosen->data() : nullptr;
  uint32_t *row_ends = ends ? ends->data() : nullptr;
  // The workspace of the thread is most often large enough, so that each row is laid out once.
  Lease text;
  size_t size = 0;
  call_core(nullptr, [&] {
    auto write = [&](bool measured) {
      return nonet_write_table(list.data(), list.size(), rows_chosen, first, n, rows,
                               measured ? nullptr : static_cast<uint8_t *>(text->memory), measured ? 0 : text->bytes,
                               row_ends, &size);
    };
    int code = write(false);
    if (code != NONET_MORE) return code;
    code = write(true);
    if (code != NONET_OK) return code;
    // With `ends` the separator of the last row is written before it is dropped.
    text.grow(size + size / 16 + 1);
    return write(false);
  });
  return make_bytes(text->memory, size);
}

}  // namespace

void bind_text(nb::module_ &m) {
  m.def("scan_lines", &scan_lines, "text"_a, "start"_a, "last"_a, "offsets"_a, "line_numbers"_a);
  m.def("scan_table", &scan_table, "text"_a, "start"_a, "end"_a, "last"_a, "delimiter"_a, "columns"_a, "puzzle"_a,
        "line"_a, "fields"_a, "offsets"_a, "line_numbers"_a);
  m.def("compare_fields", &compare_fields, "text"_a, "fields"_a, "columns"_a, "column"_a, "n"_a, "boards"_a, "stride"_a,
        "same"_a);
  m.def("write_table", &write_table, "columns"_a, "chosen"_a.none(), "first"_a, "n"_a, "rows"_a, "ends"_a.none());
}

}  // namespace nonet::binding
