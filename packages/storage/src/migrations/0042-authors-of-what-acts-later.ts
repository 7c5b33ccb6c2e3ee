/**
 * The person who made a summary link, a summary email or an invitation: these act only while that person still may. Null for rows that
 * are older than this schema, which act as before. A deployment whose author no longer may is skipped.
 */
export default /* sql */ `
  ALTER TABLE summary_links ADD COLUMN author_id TEXT;
  ALTER TABLE summary_mails ADD COLUMN author_id TEXT;
  ALTER TABLE invitations ADD COLUMN author_id TEXT;
  ALTER TABLE deployments ADD COLUMN skipped_at INTEGER;

  CREATE INDEX summary_links_by_author ON summary_links (author_id) WHERE author_id IS NOT NULL;
  CREATE INDEX summary_mails_by_author ON summary_mails (author_id) WHERE author_id IS NOT NULL;
  CREATE INDEX invitations_by_author ON invitations (author_id) WHERE author_id IS NOT NULL;
  DROP INDEX deployments_due;
  CREATE INDEX deployments_due ON deployments (due_at) WHERE done_at IS NULL AND skipped_at IS NULL;
`
