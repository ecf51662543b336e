"""SVG charts of a report."""
