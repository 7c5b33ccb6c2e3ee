/** What clients have logged in each session, which is limited. */
export default /* sql */ `
  ALTER TABLE sessions ADD COLUMN client_logs INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE sessions ADD COLUMN client_log_bytes INTEGER NOT NULL DEFAULT 0;
`
