/**
 * SQLite chose the index of the workspace where two equalities promised more than one, and read all messages of a workspace for each answer.
 * These indexes have all columns by which messages and contacts are looked up.
 */
export default /* sql */ `
  DROP INDEX inbox_waiting;
  CREATE INDEX inbox_waiting ON inbox (workspace_id, credentials_id, sender) WHERE handled_at IS NULL;
  DROP INDEX inbox_by_workspace;
  CREATE INDEX inbox_by_sender ON inbox (workspace_id, sender, credentials_id);
  DROP INDEX correspondents_by_workspace;
  CREATE INDEX correspondents_by_sender ON correspondents (workspace_id, sender);
  CREATE INDEX correspondents_by_last_message ON correspondents (last_message_at);
`
