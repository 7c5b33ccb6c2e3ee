/** Texts that people of a workspace insert into their messages by a shortcut. */
export default /* sql */ `
  CREATE TABLE saved_replies (
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    shortcut TEXT NOT NULL,
    text TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, shortcut)
  ) STRICT;
`
