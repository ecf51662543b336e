-- Who opened a table, as a keyed hash of the address (forgotten after some days), what the table costs in bytes, and
-- why it was ended or set aside.
ALTER TABLE tables ADD COLUMN origin TEXT;
ALTER TABLE tables ADD COLUMN stored_bytes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN note TEXT NOT NULL DEFAULT '';
CREATE INDEX tables_by_origin ON tables (origin) WHERE origin IS NOT NULL;
CREATE INDEX tables_ended ON tables (updated_at, id) WHERE status IN ('over', 'aborted');
CREATE INDEX tables_restorable ON tables (id) WHERE status IN ('open', 'live', 'set_aside');
CREATE INDEX tokens_by_player ON tokens (player);
CREATE INDEX players_by_seen ON players (seen_at, id);

-- Players who deleted themselves: every server process forgets them, and an interrupted deletion is finished.
CREATE TABLE deleted_players (
    id TEXT PRIMARY KEY,
    deleted_at INTEGER NOT NULL,
    is_complete INTEGER NOT NULL
) WITHOUT ROWID;

-- Values that every process of a server shares, like the key of address hashes.
CREATE TABLE shared_values (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
