/** Environments of a bot beside `live`, which is the bot itself, and which release became current where, when and by whom. */
export default /* sql */ `
  ALTER TABLE bots ADD COLUMN environment TEXT;

  CREATE TABLE environments (
    id TEXT NOT NULL PRIMARY KEY,
    workspace_id TEXT NOT NULL,
    bot_id TEXT NOT NULL REFERENCES bots (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    public_id TEXT NOT NULL UNIQUE,
    release_id TEXT,
    settings TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (bot_id, name)
  ) STRICT;

  CREATE INDEX environments_by_release ON environments (bot_id, release_id);

  CREATE TABLE deployments (
    id TEXT NOT NULL PRIMARY KEY,
    workspace_id TEXT NOT NULL,
    bot_id TEXT NOT NULL REFERENCES bots (id) ON DELETE CASCADE,
    environment_id TEXT REFERENCES environments (id) ON DELETE CASCADE,
    release_id TEXT NOT NULL,
    replaced_release_id TEXT,
    author_id TEXT,
    created_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    done_at INTEGER
  ) STRICT;
  CREATE INDEX deployments_by_bot ON deployments (bot_id, created_at, id);
  CREATE INDEX deployments_by_environment ON deployments (environment_id);
  CREATE INDEX deployments_due ON deployments (due_at) WHERE done_at IS NULL;
`
