"""The charts of a report, drawn as SVG."""
