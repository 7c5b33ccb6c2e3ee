/** `is_archived` says that a bot was deleted. */
export default /* sql */ `
  ALTER TABLE bots ADD COLUMN shelved_at INTEGER;
`
