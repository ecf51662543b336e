"""Tests of the documentation: links, commands, snippets, generated pages and the site."""
