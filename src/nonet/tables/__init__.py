"""Tables of any size, between bytes and boards: what the command line, the batch runs and the array functions share.

`inputs` opens files by their first bytes; `lines` and `csv_batches` find rows in pieces of text for the command line,
`sources` cuts files into pieces that can be answered anywhere, and `csv_columns` makes columns of Arrow. One scan finds
the rows of CSV for all of them. Other records become rows in `batches` for the command line, or in `record_rows` for
pieces; `column_types` has the types of their columns. `texts` and `digit_lists` are columns of boards in memory;
`csv_text` and `parquet` write.
"""
