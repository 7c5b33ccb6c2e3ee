/**
 * `held` of a session is JSON while somebody other than the bot speaks in it. What people and visitors say meanwhile is numbered within its
 * session; `after_turn` is the number of the last turn before it. `sending_at` is set while a step of a reply is being sent.
 */
export default /* sql */ `
  ALTER TABLE sessions ADD COLUMN held TEXT;
  ALTER TABLE inbox ADD COLUMN sending_at INTEGER;
  CREATE TABLE conversation_messages (
    session_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    workspace_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    author_id TEXT,
    author_name TEXT,
    content TEXT NOT NULL,
    key TEXT,
    after_turn INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (session_id, number, workspace_id),
    FOREIGN KEY (session_id, workspace_id) REFERENCES sessions (id, workspace_id) ON DELETE CASCADE
  ) STRICT;
  CREATE UNIQUE INDEX conversation_messages_by_key ON conversation_messages (session_id, key, workspace_id) WHERE key IS NOT NULL;
`
