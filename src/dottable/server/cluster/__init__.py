"""Several servers on one database: the bus between nodes, ownership of tables, replicas and handing over."""
