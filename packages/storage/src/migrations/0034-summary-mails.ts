/**
 * Recipients of emails with the summary of a link, and the time of the next one. A row of somebody with an account has their id; one of an
 * outside address has the address, which counts once it is confirmed. Knowing the token gives the right to confirm and to stop the emails.
 */
export default /* sql */ `
  CREATE TABLE summary_mails (
    id TEXT NOT NULL PRIMARY KEY,
    bot_id TEXT NOT NULL REFERENCES bots (id) ON DELETE CASCADE,
    link_id TEXT NOT NULL REFERENCES summary_links (id) ON DELETE CASCADE,
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
    email TEXT NOT NULL,
    token TEXT NOT NULL,
    frequency TEXT NOT NULL,
    language TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    confirmed_at INTEGER,
    due_at INTEGER NOT NULL,
    leased_until INTEGER NOT NULL,
    failed_at INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX summary_mails_by_token ON summary_mails (token);
  CREATE UNIQUE INDEX summary_mails_by_email ON summary_mails (link_id, email);
  CREATE INDEX summary_mails_by_bot ON summary_mails (bot_id, created_at, id);
  CREATE INDEX summary_mails_by_user ON summary_mails (user_id);
  CREATE INDEX summary_mails_due ON summary_mails (due_at);
`
