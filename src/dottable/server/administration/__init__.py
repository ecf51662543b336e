"""Commands for the operator of a server. They work on its store, even while the server runs."""
