"""Reviews of finished matches: decisions judged by what the seat knew, and a ledger of luck and skill."""
