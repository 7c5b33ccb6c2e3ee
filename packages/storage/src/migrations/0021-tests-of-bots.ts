export default /* sql */ `
  CREATE TABLE bot_tests (
    id TEXT NOT NULL PRIMARY KEY,
    bot_id TEXT NOT NULL REFERENCES bots (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    test TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX bot_tests_by_bot ON bot_tests (bot_id, created_at, id);
`
