export default /* sql */ `
  ALTER TABLE credentials ADD COLUMN needs_sign_in INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE credentials ADD COLUMN refreshing_until INTEGER NOT NULL DEFAULT 0;

  CREATE TABLE oauth_sign_ins (
    hash TEXT NOT NULL PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    sign_in_id TEXT REFERENCES sign_ins (id) ON DELETE CASCADE,
    sealed TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX oauth_sign_ins_by_user ON oauth_sign_ins (user_id);
  CREATE INDEX oauth_sign_ins_by_sign_in ON oauth_sign_ins (sign_in_id);
  CREATE INDEX oauth_sign_ins_by_workspace ON oauth_sign_ins (workspace_id);
`
