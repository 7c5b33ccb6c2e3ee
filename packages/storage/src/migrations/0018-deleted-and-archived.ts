/** Renames columns to what they mean: `is_archived` meant deleted, and archived bots had another name. */
export default /* sql */ `
  ALTER TABLE bots RENAME COLUMN is_archived TO is_deleted;
  ALTER TABLE bots RENAME COLUMN shelved_at TO archived_at;
  ALTER TABLE results RENAME COLUMN is_archived TO is_deleted;
`
