/**
 * Contacts who write from messaging apps, and their messages that are not answered yet. A chat is referred to only by its id, because it
 * may be deleted earlier.
 */
export default /* sql */ `
  CREATE TABLE correspondents (
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    credentials_id TEXT NOT NULL,
    sender TEXT NOT NULL,
    session_id TEXT,
    session_ends_at INTEGER,
    last_message_at INTEGER,
    leased_by TEXT,
    leased_until INTEGER,
    PRIMARY KEY (credentials_id, sender, workspace_id)
  ) STRICT;
  CREATE INDEX correspondents_by_session ON correspondents (session_id);
  CREATE INDEX correspondents_leased ON correspondents (leased_by) WHERE leased_by IS NOT NULL;
  CREATE INDEX correspondents_by_workspace ON correspondents (workspace_id);

  CREATE TABLE inbox (
    id TEXT NOT NULL,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    credentials_id TEXT NOT NULL,
    sender TEXT NOT NULL,
    provider_id TEXT NOT NULL,
    call_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    block_id TEXT,
    body TEXT NOT NULL,
    sent_at INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    due_at INTEGER,
    reply_id TEXT,
    session_id TEXT,
    steps_done INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    handled_at INTEGER,
    outcome TEXT,
    PRIMARY KEY (id, workspace_id)
  ) STRICT;
  CREATE UNIQUE INDEX inbox_by_provider ON inbox (credentials_id, provider_id, workspace_id);
  CREATE INDEX inbox_waiting ON inbox (credentials_id, sender) WHERE handled_at IS NULL;
  CREATE INDEX inbox_due ON inbox (due_at) WHERE handled_at IS NULL;
  CREATE INDEX inbox_handled ON inbox (handled_at) WHERE handled_at IS NOT NULL;
  CREATE INDEX inbox_by_workspace ON inbox (workspace_id);

  CREATE TABLE verify_tokens (
    hash TEXT NOT NULL PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    credentials_id TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX verify_tokens_by_workspace ON verify_tokens (workspace_id);
`
