CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    status TEXT NOT NULL,
    is_private INTEGER NOT NULL,
    seats INTEGER NOT NULL,
    players TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    result TEXT
) WITHOUT ROWID;
CREATE INDEX tables_by_time ON tables (created_at, id);
CREATE INDEX tables_by_game ON tables (game, created_at, id);
CREATE INDEX tables_not_over ON tables (id) WHERE status IN ('open', 'live');

-- The key is the referee: of two writers of the same event only one can win. With row ids, so that bodies of
-- many tables lie close together in the order they came: a commit over many tables writes fewer pages.
CREATE TABLE events (
    table_id TEXT NOT NULL,
    n INTEGER NOT NULL CHECK (n >= 0),
    body BLOB NOT NULL,
    PRIMARY KEY (table_id, n)
);

-- Who sat where, to search by; '' as player is a bot or somebody of another server.
CREATE TABLE sitters (
    table_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    player TEXT NOT NULL,
    folded_name TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
CREATE INDEX sitters_by_player ON sitters (player, table_id) WHERE player <> '';
CREATE INDEX sitters_by_name ON sitters (folded_name, table_id);

CREATE TABLE players (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    colour TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE tokens (
    token_hash TEXT PRIMARY KEY,
    player TEXT NOT NULL
) WITHOUT ROWID;
