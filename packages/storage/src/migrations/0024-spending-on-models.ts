/** A budget without a bot is that of the workspace. */
export default /* sql */ `
  CREATE TABLE model_ledger (
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    bot_id TEXT NOT NULL,
    day TEXT NOT NULL,
    provider TEXT NOT NULL,
    model TEXT NOT NULL,
    calls INTEGER NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    cached_tokens INTEGER NOT NULL,
    microcents INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, bot_id, day, provider, model)
  ) STRICT;
  CREATE INDEX model_ledger_by_day ON model_ledger (day);

  CREATE TABLE model_budgets (
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    bot_id TEXT NOT NULL,
    day TEXT NOT NULL,
    day_tokens INTEGER NOT NULL,
    month_microcents INTEGER NOT NULL,
    reserved_tokens INTEGER NOT NULL,
    reserved_microcents INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, bot_id)
  ) STRICT;

  CREATE TABLE model_reservations (
    id TEXT NOT NULL PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    bot_id TEXT NOT NULL,
    tokens INTEGER NOT NULL,
    microcents INTEGER NOT NULL,
    made_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX model_reservations_by_time ON model_reservations (workspace_id, made_at);
`
