"""What an operator watches: metrics, the lag of the event loop, and whether the store commits."""
