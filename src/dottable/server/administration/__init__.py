"""Operations of an operator on the store of a server, which may run meanwhile."""
