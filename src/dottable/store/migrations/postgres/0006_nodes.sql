-- One row per server process. A node is alive while its heartbeat, by the clock of the database, is recent.
CREATE TABLE nodes (
    incarnation TEXT COLLATE "C" PRIMARY KEY,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    address TEXT NOT NULL,
    bus_prefix TEXT COLLATE "C" NOT NULL,
    heartbeat_at TIMESTAMPTZ NOT NULL,
    has_bus BOOLEAN NOT NULL,
    bus_latency_ms DOUBLE PRECISION NOT NULL,
    is_draining BOOLEAN NOT NULL
);

-- The node that decides at a table. Every change of the owner increases the epoch, and appends name both.
ALTER TABLE tables ADD COLUMN owner TEXT COLLATE "C";
ALTER TABLE tables ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tables_by_owner ON tables (owner) WHERE status IN ('open', 'live');
