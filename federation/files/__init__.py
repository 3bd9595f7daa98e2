"""Spreadsheets that people bring and take away: bytes in, values and questions out. Knows no tables.

| module | is for |
|---|---|
| `reading` | `read_file(data, name, target, choices, today=…)`: the whole way of a file |
| `results` | what it gives: rows, refused and skipped rows, questions, remarks, dialect, headers |
| `catalogue`, `targets`, `*_target(s)` | what a file may feed, and under which headers |
| `opening`, `encodings`, `delimited` | bytes of a text to records of cells |
| `package`, `markup`, `workbook`, `sheets`, `number_formats` | bytes of a workbook to records of cells |
| `headers`, `rows`, `facts`, `repeats` | records to rows: headers, totals, widths, duplicates |
| `readers`, `*_readers`, `answers` | one cell to its value, doubt or problem |
| `texts`, `dates`, `moments`, `amounts`, `cells` | letters, days, clock changes, money |
| `export` | `csv_pieces`, `csv_bytes`, `workbook_bytes` |
| `limits` | how much is read; uploads are refused above `LARGEST_FILE` |

The words for its codes are in `federation.reading_messages`, for its columns in `reading_columns`.
"""
