"""What a shared link shows before it is opened: a title, a sentence and a picture."""
