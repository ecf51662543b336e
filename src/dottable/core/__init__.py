"""The contract of games, and what all games share: records, chance, matches, logs, registry, conformance kit."""
