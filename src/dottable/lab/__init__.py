"""The lab: many matches at once, their statistics, and reports for game designers."""
