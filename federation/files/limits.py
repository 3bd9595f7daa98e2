"""How much of a file is read: more than an office needs, less than a server feels.

Uploads are refused by LARGEST_FILE before they are kept; the other limits hold while reading, each
before the memory is spent.
"""

LARGEST_FILE = 10 * 1024 * 1024
# What a workbook may unpack to: in all its parts, in one that is read, and how tightly it may be packed.
LARGEST_UNPACKED = 200 * 1024 * 1024
LARGEST_PART = 80 * 1024 * 1024
TIGHTEST_PACKED = 150
# Small parts of blank cells pack as tightly as a bomb and do no harm.
LOOSELY_PACKED = 10 * 1024 * 1024
MOST_PARTS = 2_000
MOST_SHEETS = 50
MOST_SHARED_TEXTS = 400_000
# The cells that a sheet says it has, filled or not.
MOST_DECLARED_CELLS = 5_000_000
# Those that are there, with the blank ones that somebody has coloured.
MOST_CELL_MARKS = 1_000_000
MOST_ROW_MARKS = 200_000
MOST_CELLS = 400_000
MOST_ROWS = 20_000
# With the blank ones between them.
MOST_RECORDS = 300_000
MOST_COLUMNS = 200
MOST_MERGED = 5_000
LONGEST_CELL = 32_767
LONGEST_RECORD = 400_000
# How far down the headers may stand.
ROWS_ABOVE_DATA = 60
