/**
 * Messages that a provider has accepted, by its ids, so that its reports find them. `key` is that of the turn, or of the message of a
 * person, that they belong to; `state` is the last one that was reported.
 */
export default /* sql */ `
  CREATE TABLE sent_messages (
    credentials_id TEXT NOT NULL,
    provider_id TEXT NOT NULL,
    workspace_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    key TEXT NOT NULL,
    state TEXT NOT NULL,
    state_at INTEGER NOT NULL,
    PRIMARY KEY (credentials_id, provider_id, workspace_id),
    FOREIGN KEY (session_id, workspace_id) REFERENCES sessions (id, workspace_id) ON DELETE CASCADE
  ) STRICT;
  CREATE INDEX sent_messages_of_session ON sent_messages (session_id, workspace_id, key);
`
