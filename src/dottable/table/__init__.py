"""One live match: seats, clocks, races and what each viewer may see. Does no input or output."""
