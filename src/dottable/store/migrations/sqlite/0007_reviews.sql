-- The review of a finished match as JSON. `claimant` is the worker that makes it; after `claimed_until` (ms since the
-- epoch) another worker may take over. A review of another evaluation version is replaced.
CREATE TABLE reviews (
    table_id TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    claimant TEXT NOT NULL,
    claimed_until INTEGER NOT NULL,
    is_complete INTEGER NOT NULL,
    body BLOB NOT NULL
);

-- The puzzle of a day for a game as JSON. It follows from day, game and version, so it can be made again.
CREATE TABLE daily_puzzles (
    game TEXT NOT NULL,
    day TEXT NOT NULL,
    version INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (game, day, version)
);
