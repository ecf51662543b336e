"""Golden playthroughs: whole matches as text, for people to read and for a test to compare."""
