/** Names of messaging credentials are unique within a workspace: what other workspaces have must not show. */
export default /* sql */ `
  DROP INDEX credentials_of_messaging;
  CREATE UNIQUE INDEX credentials_of_messaging ON credentials (workspace_id, name) WHERE type = 'messaging';
`
