CREATE TABLE tables (
    id TEXT COLLATE "C" PRIMARY KEY,
    game TEXT COLLATE "C" NOT NULL,
    rules_version INTEGER NOT NULL,
    status TEXT COLLATE "C" NOT NULL,
    is_private BOOLEAN NOT NULL,
    seats INTEGER NOT NULL,
    players TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    moves INTEGER NOT NULL,
    result TEXT
);
CREATE INDEX tables_by_time ON tables (created_at, id);
CREATE INDEX tables_by_game ON tables (game, created_at, id);
CREATE INDEX tables_not_over ON tables (id) WHERE status IN ('open', 'live');

-- The key is the referee: of two writers of the same event only one can win.
CREATE TABLE events (
    table_id TEXT COLLATE "C" NOT NULL,
    n INTEGER NOT NULL CHECK (n >= 0),
    body BYTEA NOT NULL,
    PRIMARY KEY (table_id, n)
);

-- Who sat where, to search by; '' as player is a bot or somebody of another server.
CREATE TABLE sitters (
    table_id TEXT COLLATE "C" NOT NULL,
    seat INTEGER NOT NULL,
    player TEXT COLLATE "C" NOT NULL,
    folded_name TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX sitters_by_player ON sitters (player, table_id) WHERE player <> '';
CREATE INDEX sitters_by_name ON sitters (folded_name, table_id);

CREATE TABLE players (
    id TEXT COLLATE "C" PRIMARY KEY,
    name TEXT NOT NULL,
    colour TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL
);

CREATE TABLE tokens (
    token_hash TEXT COLLATE "C" PRIMARY KEY,
    player TEXT COLLATE "C" NOT NULL
);
