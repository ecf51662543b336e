"""Reports for designers: what was measured, what it means, and one page that shows it."""
