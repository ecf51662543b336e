"""Online backup of a store into one portable SQLite file, and its restoration into an empty store."""

from dottable.store.backup.backup import backup_store
from dottable.store.backup.portable_file import BackupError, BackupSummary
from dottable.store.backup.restore import restore_backup

__all__ = ["BackupError", "BackupSummary", "backup_store", "restore_backup"]
