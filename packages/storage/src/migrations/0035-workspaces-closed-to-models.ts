export default /* sql */ `
  ALTER TABLE workspaces ADD COLUMN is_closed_to_models INTEGER NOT NULL DEFAULT 0;
`
