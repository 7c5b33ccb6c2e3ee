/**
 * Calls that are delivered after the turn that created them. While one is being delivered, `due_at` is the end of its lease, and `attempts`
 * identifies the holder of the lease. `failures` counts those since it was stored or replayed.
 */
export default /* sql */ `
  CREATE TABLE deliveries (
    id TEXT NOT NULL,
    workspace_id TEXT NOT NULL,
    bot_id TEXT NOT NULL REFERENCES bots (id) ON DELETE CASCADE,
    result_id TEXT NOT NULL,
    block_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting',
    attempts INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER NOT NULL,
    last_error TEXT,
    created_at INTEGER NOT NULL,
    ended_at INTEGER,
    PRIMARY KEY (id, workspace_id)
  ) STRICT;
  CREATE INDEX deliveries_due ON deliveries (due_at) WHERE state = 'waiting';
  CREATE INDEX deliveries_ended ON deliveries (state, ended_at) WHERE state <> 'waiting';
  CREATE INDEX deliveries_listed ON deliveries (workspace_id, created_at, id);
  CREATE INDEX deliveries_by_kind ON deliveries (workspace_id, state, kind, created_at);
  CREATE INDEX deliveries_by_result ON deliveries (result_id);
  CREATE INDEX deliveries_by_bot ON deliveries (bot_id);
`
