"""Who may connect and how often: players, limits, security headers."""
