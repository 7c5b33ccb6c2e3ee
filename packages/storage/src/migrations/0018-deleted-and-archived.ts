/** Columns that say what they mean: what was deleted was called archived, and a bot that was archived was called shelved. */
export default /* sql */ `
  ALTER TABLE bots RENAME COLUMN is_archived TO is_deleted;
  ALTER TABLE bots RENAME COLUMN shelved_at TO archived_at;
  ALTER TABLE results RENAME COLUMN is_archived TO is_deleted;
`
