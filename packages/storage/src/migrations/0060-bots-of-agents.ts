/** Bots whose conversations an agent sees, as JSON; null for all of them. */
export default /* sql */ `
  ALTER TABLE members ADD COLUMN inbox_bots TEXT;
  ALTER TABLE invitations ADD COLUMN inbox_bots TEXT;
`
