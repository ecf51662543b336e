-- Codes that sign a player in on another device. Redeeming a code deletes its row, so it works once at whatever node.
CREATE TABLE transfers (
    code_hash TEXT COLLATE "C" PRIMARY KEY,
    player TEXT COLLATE "C" NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX transfers_by_player ON transfers (player);

-- The player who opened an unfinished table, for the quota of all nodes.
ALTER TABLE tables ADD COLUMN opened_by TEXT COLLATE "C";
CREATE INDEX tables_by_opener ON tables (opened_by) WHERE status IN ('open', 'live');

-- Tables that are being opened, until `expires_at` in seconds of the database's clock. They count in quotas already.
CREATE UNLOGGED TABLE opening_tables (
    id TEXT COLLATE "C" PRIMARY KEY,
    player TEXT COLLATE "C" NOT NULL,
    origin TEXT COLLATE "C",
    expires_at DOUBLE PRECISION NOT NULL
);

-- One row per key of a shared rate limit: when its token bucket is full again, in seconds of the database's clock.
CREATE UNLOGGED TABLE rate_limits (name TEXT COLLATE "C" PRIMARY KEY, full_at DOUBLE PRECISION NOT NULL);

-- Checks of decks and logs that run or wait: each has one of the numbered slots of its address.
CREATE UNLOGGED TABLE check_slots (
    origin TEXT COLLATE "C" NOT NULL,
    slot INTEGER NOT NULL,
    holder TEXT COLLATE "C" NOT NULL,
    expires_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (origin, slot)
);
