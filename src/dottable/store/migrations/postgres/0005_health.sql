-- The time of the last health check, in ms since the epoch. Writing this row shows that commits work.
CREATE TABLE health (id INTEGER PRIMARY KEY, written_at BIGINT NOT NULL);
