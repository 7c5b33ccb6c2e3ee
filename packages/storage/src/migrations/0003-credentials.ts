export default /* sql */ `
  CREATE TABLE credentials (
    id TEXT NOT NULL PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    type TEXT NOT NULL,
    name TEXT NOT NULL,
    last_four TEXT,
    allowed_hosts TEXT NOT NULL,
    key_id TEXT NOT NULL,
    ciphertext TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX credentials_by_workspace ON credentials (workspace_id, type, name, id);
  CREATE INDEX credentials_by_key ON credentials (key_id);
  CREATE UNIQUE INDEX credentials_of_messaging ON credentials (name) WHERE type = 'messaging';
`
