/**
 * The present number of a contact, if it is not the one that they were first known by, and the id that the messaging app gives them. Fields of
 * webhooks that are not acted upon. Phones that people confirmed for previews, and how many previews a workspace started in a day.
 */
export default /* sql */ `
  ALTER TABLE correspondents ADD COLUMN number TEXT;
  ALTER TABLE correspondents ADD COLUMN user_id TEXT;
  CREATE INDEX correspondents_by_number ON correspondents (workspace_id, number) WHERE number IS NOT NULL;
  CREATE INDEX correspondents_by_user ON correspondents (workspace_id, user_id) WHERE user_id IS NOT NULL;

  CREATE TABLE webhook_fields (
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    credentials_id TEXT NOT NULL,
    field TEXT NOT NULL,
    count INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (credentials_id, field, workspace_id)
  ) STRICT;
  CREATE INDEX webhook_fields_by_workspace ON webhook_fields (workspace_id);

  CREATE TABLE preview_phones (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    phone TEXT NOT NULL,
    code_hash TEXT NOT NULL,
    asked_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    confirmed_at INTEGER,
    PRIMARY KEY (user_id, phone)
  ) STRICT;
  CREATE INDEX preview_phones_by_phone ON preview_phones (phone);

  CREATE TABLE preview_counts (
    workspace_id TEXT NOT NULL PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE,
    day INTEGER NOT NULL,
    count INTEGER NOT NULL
  ) STRICT;
`
