"""Operations of `dottable admin` on a store: check tables, close a table. The server may be running."""
