/**
 * The bytes that each bot takes, for the quota of its workspace, in rows so small that those of a workspace are summed in a millisecond. Only
 * the lengths of the documents are read, so that this takes seconds for gigabytes.
 */
export default /* sql */ `
  CREATE TABLE bot_sizes (
    bot_id TEXT NOT NULL PRIMARY KEY REFERENCES bots (id) ON DELETE CASCADE,
    workspace_id TEXT NOT NULL,
    draft_bytes INTEGER NOT NULL,
    operation_bytes INTEGER NOT NULL,
    release_bytes INTEGER NOT NULL,
    test_bytes INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX bot_sizes_by_workspace ON bot_sizes (workspace_id);

  INSERT INTO bot_sizes (bot_id, workspace_id, draft_bytes, operation_bytes, release_bytes, test_bytes)
  SELECT
    id,
    workspace_id,
    octet_length(flow) + octet_length(theme) + octet_length(settings),
    coalesce((SELECT sum(coalesce(octet_length(operations), 0) + octet_length(refusals)) FROM bot_operations WHERE bot_id = bots.id), 0),
    coalesce((SELECT sum(octet_length(flow) + octet_length(theme) + octet_length(settings)) FROM releases WHERE bot_id = bots.id), 0),
    coalesce((SELECT sum(octet_length(test)) FROM bot_tests WHERE bot_id = bots.id), 0)
  FROM bots;
`
