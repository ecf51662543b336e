"""The lab: simulations of many matches, their statistics, and reports for game designers."""
