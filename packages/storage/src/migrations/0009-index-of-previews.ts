/** On PostgreSQL a row of which any indexed column changes is written into every index again, also by an index that leaves it out. */
export default /* sql */ `
  DROP INDEX sessions_previewed;
  CREATE INDEX sessions_previewed ON sessions (bot_id) WHERE release_id IS NULL;
`
