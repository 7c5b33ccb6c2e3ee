/** Sessions that continue without an answer, by the time at which they do. Most never do, and are not in the index. */
export default /* sql */ `
  ALTER TABLE sessions ADD COLUMN no_answer_at INTEGER;
  CREATE INDEX sessions_without_answer ON sessions (no_answer_at, workspace_id) WHERE no_answer_at IS NOT NULL;
`
