-- Who won, as seats separated by spaces: where the fewest points win, the points do not tell.
ALTER TABLE tables ADD COLUMN winners TEXT;
