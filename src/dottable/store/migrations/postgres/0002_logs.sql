CREATE TABLE logs (
    table_id TEXT COLLATE "C" PRIMARY KEY,
    content_hash TEXT COLLATE "C" NOT NULL,
    text TEXT NOT NULL,
    is_verified BOOLEAN NOT NULL,
    note TEXT NOT NULL
);
CREATE INDEX logs_by_content ON logs (content_hash);
