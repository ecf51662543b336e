"""Several servers (nodes) on one database: message bus, ownership of tables, replicas, and handover of tables."""
