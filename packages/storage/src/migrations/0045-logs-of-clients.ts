/** Number and bytes of the logs of clients in each session, for its limits. */
export default /* sql */ `
  ALTER TABLE sessions ADD COLUMN client_logs INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE sessions ADD COLUMN client_log_bytes INTEGER NOT NULL DEFAULT 0;
`
