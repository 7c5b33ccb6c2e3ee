/** How calls to services went, by day. */
export default /* sql */ `
  CREATE TABLE integration_calls (
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    day TEXT NOT NULL,
    succeeded INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    last_success_at INTEGER,
    last_failure_at INTEGER,
    last_failure TEXT,
    PRIMARY KEY (workspace_id, kind, day)
  ) STRICT;
  CREATE INDEX integration_calls_by_day ON integration_calls (day);
`
