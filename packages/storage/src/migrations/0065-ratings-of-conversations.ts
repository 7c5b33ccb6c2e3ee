/** Ratings of conversations that a person has resolved, and the order in which analytics read conversations. */
export default /* sql */ `
  ALTER TABLE conversations ADD COLUMN rating INTEGER;
  ALTER TABLE conversations ADD COLUMN rating_comment TEXT;
  ALTER TABLE conversations ADD COLUMN rated_at INTEGER;
  CREATE INDEX conversations_by_opening ON conversations (workspace_id, opened_at);
`
