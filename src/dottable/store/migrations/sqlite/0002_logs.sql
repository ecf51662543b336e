CREATE TABLE logs (
    table_id TEXT PRIMARY KEY,
    content_hash TEXT NOT NULL,
    text TEXT NOT NULL,
    is_verified INTEGER NOT NULL,
    note TEXT NOT NULL
);
CREATE INDEX logs_by_content ON logs (content_hash);
