"""SQL statements for reviews of matches and for daily puzzles, with `?` as placeholder."""

from __future__ import annotations

CLAIM_REVIEW = """
INSERT INTO reviews (table_id, version, claimant, claimed_until, is_complete, body) VALUES (?, ?, ?, ?, FALSE, ?)
ON CONFLICT (table_id) DO UPDATE SET version = excluded.version, claimant = excluded.claimant,
claimed_until = excluded.claimed_until, is_complete = FALSE, body = excluded.body
WHERE (reviews.is_complete = TRUE AND reviews.version <> excluded.version)
OR (reviews.is_complete = FALSE AND reviews.claimed_until <= ?)
"""
DELETE_REVIEW_WITHOUT_MATCH = """
DELETE FROM reviews WHERE table_id = ?
AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.id = reviews.table_id AND tables.status = 'over')
"""
UPDATE_REVIEW = """
UPDATE reviews SET body = ?, is_complete = ?, claimed_until = ? WHERE table_id = ? AND claimant = ? AND version = ?
"""
RELEASE_REVIEW = "UPDATE reviews SET claimed_until = 0 WHERE table_id = ? AND claimant = ? AND is_complete = FALSE"
SELECT_REVIEW = "SELECT table_id, version, claimant, claimed_until, is_complete, body FROM reviews WHERE table_id = ?"
SELECT_REVIEWS_OF_PLAYER = """
SELECT sitters.table_id, sitters.seat, reviews.body FROM sitters
JOIN reviews ON reviews.table_id = sitters.table_id JOIN tables ON tables.id = sitters.table_id
WHERE sitters.player = ? AND sitters.player <> '' AND reviews.is_complete = TRUE AND reviews.version = ?
ORDER BY tables.created_at DESC, tables.id DESC LIMIT ?
"""
DELETE_REVIEW = "DELETE FROM reviews WHERE table_id = ?"
INSERT_DAILY_PUZZLE = """
INSERT INTO daily_puzzles (game, day, version, body) VALUES (?, ?, ?, ?) ON CONFLICT (game, day, version) DO NOTHING
"""
SELECT_DAILY_PUZZLE = "SELECT body FROM daily_puzzles WHERE game = ? AND day = ? AND version = ?"
