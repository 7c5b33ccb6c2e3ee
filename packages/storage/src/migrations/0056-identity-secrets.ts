/** The secret with which pages sign who their visitors are is derived from a number that grows when it is replaced. */
export default /* sql */ `
  ALTER TABLE workspaces ADD COLUMN identity_version INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE workspaces ADD COLUMN identity_rotated_at INTEGER;
`
