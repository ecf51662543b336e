"""SQL shared by SQLite and PostgreSQL."""
