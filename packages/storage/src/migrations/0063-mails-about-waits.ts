/**
 * Emails about conversations that wait while nobody looks. `mail_wait` is the wait for which the time was set, `mail_due_at` that time, or the
 * end of the lease of the process that writes the emails; null if nothing is to be done. `mail_count` counts those of one person in `mail_hour`.
 */
export default /* sql */ `
  ALTER TABLE workspaces ADD COLUMN waiting_mail_minutes INTEGER DEFAULT 10;
  ALTER TABLE conversations ADD COLUMN mail_wait INTEGER;
  ALTER TABLE conversations ADD COLUMN mail_due_at INTEGER;
  CREATE INDEX conversations_new_waits ON conversations (waiting_since)
    WHERE waiting_since IS NOT NULL AND (mail_wait IS NULL OR mail_wait <> waiting_since);
  CREATE INDEX conversations_mail_due ON conversations (mail_due_at, workspace_id) WHERE mail_due_at IS NOT NULL;
  ALTER TABLE inbox_presence ADD COLUMN mail_hour INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE inbox_presence ADD COLUMN mail_count INTEGER NOT NULL DEFAULT 0;
`
