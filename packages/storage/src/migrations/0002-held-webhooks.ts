export default /* sql */ `
  CREATE TABLE held_webhooks (
    id TEXT NOT NULL,
    workspace_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    block_id TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    given_at_version INTEGER,
    PRIMARY KEY (id, workspace_id),
    FOREIGN KEY (session_id, workspace_id) REFERENCES sessions (id, workspace_id) ON DELETE CASCADE
  ) STRICT;
  CREATE INDEX held_webhooks_by_session ON held_webhooks (session_id, block_id, created_at);
`
