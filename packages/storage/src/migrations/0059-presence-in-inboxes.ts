/**
 * When a person was last seen in the inbox of a workspace. At `away_at` their conversations go back to the queue, if the workspace says after
 * how many minutes; null while there is nothing to do.
 */
export default /* sql */ `
  ALTER TABLE workspaces ADD COLUMN away_minutes INTEGER;
  CREATE TABLE inbox_presence (
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    seen_at INTEGER NOT NULL,
    away_at INTEGER,
    PRIMARY KEY (workspace_id, user_id)
  ) STRICT;
  CREATE INDEX inbox_presence_of_user ON inbox_presence (user_id);
  CREATE INDEX inbox_presence_away ON inbox_presence (away_at) WHERE away_at IS NOT NULL;
`
