// All files of this module, and those that import it, compare texts byte by byte.

@_exported import TextEquality
