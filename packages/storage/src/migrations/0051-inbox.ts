/**
 * Conversations in which people spoke or were asked for, one row for each session. `waiting_since` is set while the visitor waits for a
 * person. The indexes have the order of the lists, so that a page reads only its rows.
 */
export default /* sql */ `
  CREATE TABLE conversations (
    session_id TEXT NOT NULL,
    workspace_id TEXT NOT NULL,
    bot_id TEXT NOT NULL,
    channel TEXT NOT NULL,
    state TEXT NOT NULL,
    assignee_id TEXT,
    last_text TEXT NOT NULL,
    last_at INTEGER NOT NULL,
    waiting_since INTEGER,
    snoozed_until INTEGER,
    opened_at INTEGER NOT NULL,
    first_response_at INTEGER,
    resolved_at INTEGER,
    PRIMARY KEY (session_id, workspace_id),
    FOREIGN KEY (session_id, workspace_id) REFERENCES sessions (id, workspace_id) ON DELETE CASCADE
  ) STRICT;
  CREATE INDEX conversations_listed ON conversations (workspace_id, state, last_at, session_id);
  CREATE INDEX conversations_assigned ON conversations (workspace_id, state, assignee_id, last_at, session_id);
  CREATE INDEX conversations_of_bot ON conversations (workspace_id, state, bot_id, last_at, session_id);
  CREATE INDEX conversations_waiting ON conversations (workspace_id, state, waiting_since, session_id);
  CREATE INDEX conversations_answered ON conversations (workspace_id, last_at, session_id) WHERE state = 'open' AND waiting_since IS NULL;
  CREATE INDEX conversations_snoozed ON conversations (snoozed_until) WHERE state = 'snoozed';
`
