/** Links to the summary of a bot for people without an account. Knowing the token is the permission to read; `span` says which results count. */
export default /* sql */ `
  CREATE TABLE summary_links (
    id TEXT NOT NULL PRIMARY KEY,
    bot_id TEXT NOT NULL REFERENCES bots (id) ON DELETE CASCADE,
    token TEXT NOT NULL,
    span TEXT NOT NULL,
    shows_texts INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX summary_links_by_token ON summary_links (token);
  CREATE INDEX summary_links_by_bot ON summary_links (bot_id, created_at, id);
`
