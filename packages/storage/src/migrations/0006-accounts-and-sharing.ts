export default /* sql */ `
  ALTER TABLE users ADD COLUMN image TEXT;
  ALTER TABLE users ADD COLUMN preferences TEXT;
  CREATE UNIQUE INDEX users_by_email ON users (email) WHERE email IS NOT NULL;

  CREATE TABLE passwords (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    hash TEXT NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE sign_ins (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    hash TEXT NOT NULL UNIQUE,
    token_id TEXT REFERENCES tokens (id) ON DELETE CASCADE,
    user_agent TEXT NOT NULL,
    address TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX sign_ins_by_user ON sign_ins (user_id, last_used_at);
  CREATE INDEX sign_ins_by_token ON sign_ins (token_id) WHERE token_id IS NOT NULL;

  CREATE TABLE collaborators (
    bot_id TEXT NOT NULL REFERENCES bots (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    type TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (bot_id, user_id)
  ) STRICT;
  CREATE INDEX collaborators_by_user ON collaborators (user_id);

  CREATE TABLE invitations (
    id TEXT NOT NULL PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    bot_id TEXT REFERENCES bots (id) ON DELETE CASCADE,
    email TEXT NOT NULL,
    type TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX invitations_to_workspaces ON invitations (workspace_id, email) WHERE bot_id IS NULL;
  CREATE UNIQUE INDEX invitations_to_bots ON invitations (bot_id, email) WHERE bot_id IS NOT NULL;

  CREATE TABLE theme_templates (
    id TEXT NOT NULL,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    theme TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, id)
  ) STRICT;
  CREATE INDEX theme_templates_by_workspace ON theme_templates (workspace_id, created_at);

  CREATE TABLE custom_domains (
    name TEXT NOT NULL PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    verified_at INTEGER
  ) STRICT;
  CREATE INDEX custom_domains_by_workspace ON custom_domains (workspace_id, created_at);

  DROP INDEX folders_by_workspace;
  CREATE INDEX folders_by_parent ON folders (workspace_id, parent_folder_id, created_at);

  DROP INDEX results_by_bot;
  CREATE INDEX results_counted ON results (bot_id, is_archived, created_at, has_started, is_completed, id, workspace_id);
`
