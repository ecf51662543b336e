"""The contract every game keeps: records, chance, actions, log, registry and the conformance kit."""
