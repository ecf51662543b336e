"""Link previews in messengers and social networks: title, sentence and picture of a shared table."""
