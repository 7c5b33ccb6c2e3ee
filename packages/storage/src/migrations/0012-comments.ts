/** A thread is its first comment; the other comments refer to it by its id. */
export default /* sql */ `
  CREATE TABLE bot_comments (
    id TEXT NOT NULL PRIMARY KEY,
    bot_id TEXT NOT NULL REFERENCES bots (id) ON DELETE CASCADE,
    thread_id TEXT NOT NULL REFERENCES bot_comments (id) ON DELETE CASCADE,
    group_id TEXT NOT NULL,
    block_id TEXT,
    author_id TEXT REFERENCES users (id) ON DELETE SET NULL,
    text TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    resolved_at INTEGER
  ) STRICT;
  CREATE INDEX bot_comments_by_bot ON bot_comments (bot_id, created_at, id);
  CREATE INDEX bot_comments_by_thread ON bot_comments (thread_id);
  CREATE INDEX bot_comments_by_author ON bot_comments (author_id);
`
