"""Reports for game designers: the experiment, its findings, and an HTML page with charts."""
