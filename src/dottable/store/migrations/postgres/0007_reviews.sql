-- The review of a finished match as JSON. `claimant` is the worker that makes it; after `claimed_until` (ms since the
-- epoch) another worker may take over. A review of another evaluation version is replaced.
CREATE TABLE reviews (
    table_id TEXT COLLATE "C" PRIMARY KEY,
    version INTEGER NOT NULL,
    claimant TEXT NOT NULL,
    claimed_until BIGINT NOT NULL,
    is_complete BOOLEAN NOT NULL,
    body BYTEA NOT NULL
);

-- The puzzle of a day for a game as JSON. It follows from day, game and version, so it can be made again.
CREATE TABLE daily_puzzles (
    game TEXT COLLATE "C" NOT NULL,
    day TEXT COLLATE "C" NOT NULL,
    version INTEGER NOT NULL,
    body BYTEA NOT NULL,
    PRIMARY KEY (game, day, version)
);
