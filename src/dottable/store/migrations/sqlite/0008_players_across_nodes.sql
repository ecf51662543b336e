-- Codes that sign a player in on another device. Redeeming a code deletes its row, so it works once.
CREATE TABLE transfers (code_hash TEXT PRIMARY KEY, player TEXT NOT NULL, expires_at INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX transfers_by_player ON transfers (player);

-- The player who opened an unfinished table. One process counts quotas in memory; several nodes use PostgreSQL.
ALTER TABLE tables ADD COLUMN opened_by TEXT;
