/** When the people of a workspace are there, as JSON; null if they have not said so. */
export default /* sql */ `
  ALTER TABLE workspaces ADD COLUMN business_hours TEXT;
`
