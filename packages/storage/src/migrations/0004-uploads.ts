/** Without references: rows outlive their workspace until the bytes are gone. */
export default /* sql */ `
  CREATE TABLE uploads (
    id TEXT NOT NULL,
    workspace_id TEXT NOT NULL,
    bot_id TEXT NOT NULL,
    session_id TEXT,
    block_id TEXT,
    result_id TEXT,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    size INTEGER NOT NULL,
    visibility TEXT NOT NULL,
    path TEXT NOT NULL,
    state TEXT NOT NULL,
    is_kept INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    PRIMARY KEY (id, workspace_id)
  ) STRICT;
  CREATE INDEX uploads_by_workspace ON uploads (workspace_id, state, size);
  CREATE INDEX uploads_by_bot ON uploads (bot_id);
  CREATE INDEX uploads_by_result ON uploads (result_id) WHERE result_id IS NOT NULL;
  CREATE INDEX uploads_expiring ON uploads (expires_at) WHERE state IN ('pending', 'receiving');
  CREATE INDEX uploads_not_kept ON uploads (session_id) WHERE state = 'stored' AND is_kept = 0;
  CREATE INDEX uploads_removed ON uploads (id) WHERE state = 'removed';
`
