"""Parts that the full-screen client and the line client share: state, choices, boards, guide and result."""
