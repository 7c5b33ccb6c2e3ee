/** Words of what people and visitors said beside the bot, each once for a conversation, and conversations of all states in their order. */
export default /* sql */ `
  CREATE TABLE conversation_words (
    session_id TEXT NOT NULL,
    workspace_id TEXT NOT NULL,
    word TEXT NOT NULL,
    PRIMARY KEY (session_id, workspace_id, word),
    FOREIGN KEY (session_id, workspace_id) REFERENCES sessions (id, workspace_id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX conversation_words_found ON conversation_words (workspace_id, word, session_id);
  CREATE INDEX conversations_newest ON conversations (workspace_id, last_at, session_id);
`
