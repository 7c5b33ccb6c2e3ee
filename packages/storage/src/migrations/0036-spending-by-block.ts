/** Earlier spending is attributed to no block. */
export default /* sql */ `
  CREATE TABLE model_ledger_by_block (
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    bot_id TEXT NOT NULL,
    block_id TEXT NOT NULL,
    day TEXT NOT NULL,
    provider TEXT NOT NULL,
    model TEXT NOT NULL,
    calls INTEGER NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    cached_tokens INTEGER NOT NULL,
    microcents INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, bot_id, day, block_id, provider, model)
  ) STRICT;
  INSERT INTO model_ledger_by_block
    (workspace_id, bot_id, block_id, day, provider, model, calls, input_tokens, output_tokens, cached_tokens, microcents)
    SELECT workspace_id, bot_id, '', day, provider, model, calls, input_tokens, output_tokens, cached_tokens, microcents
    FROM model_ledger;
  DROP TABLE model_ledger;
  ALTER TABLE model_ledger_by_block RENAME TO model_ledger;
  CREATE INDEX model_ledger_by_day ON model_ledger (day);
`
