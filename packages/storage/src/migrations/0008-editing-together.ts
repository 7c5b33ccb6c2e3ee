export default /* sql */ `
  ALTER TABLE bots ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;

  CREATE TABLE bot_operations (
    bot_id TEXT NOT NULL REFERENCES bots (id) ON DELETE CASCADE,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    user_id TEXT,
    operations TEXT,
    refusals TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (bot_id, revision)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX bot_operations_by_id ON bot_operations (bot_id, id);
`
