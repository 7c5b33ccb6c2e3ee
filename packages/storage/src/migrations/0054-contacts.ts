/**
 * Contacts of a workspace. `tags` and `attributes` are JSON; attributes by the id of their definition. A merged contact stays as a row with
 * the id of the other one in `merged_into`. `contact_terms` has what lists are searched and filtered by, in one index: words, tags, kinds of
 * identifiers, and values of attributes, numbers and days in `number`. The columns of conversations come after large texts, so that their
 * indexes have what lists of a contact read.
 */
export default /* sql */ `
  CREATE TABLE contacts (
    id TEXT NOT NULL,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    name TEXT,
    language TEXT,
    time_zone TEXT,
    first_seen_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    is_blocked INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    merged_into TEXT,
    tags TEXT NOT NULL,
    attributes TEXT NOT NULL,
    notes TEXT NOT NULL,
    PRIMARY KEY (workspace_id, id)
  ) STRICT;
  CREATE INDEX contacts_listed ON contacts (workspace_id, last_seen_at, id) WHERE merged_into IS NULL;
  CREATE INDEX contacts_merged ON contacts (workspace_id, merged_into, id) WHERE merged_into IS NOT NULL;
  CREATE TABLE contact_identifiers (
    workspace_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    channel TEXT NOT NULL,
    contact_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, kind, value, channel),
    FOREIGN KEY (workspace_id, contact_id) REFERENCES contacts (workspace_id, id) ON DELETE CASCADE
  ) STRICT;
  CREATE INDEX contact_identifiers_of_contact ON contact_identifiers (workspace_id, contact_id);
  CREATE TABLE contact_attributes (
    id TEXT NOT NULL PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX contact_attributes_by_name ON contact_attributes (workspace_id, name);
  CREATE TABLE contact_terms (
    workspace_id TEXT NOT NULL,
    field TEXT NOT NULL,
    text TEXT NOT NULL,
    number REAL NOT NULL,
    contact_id TEXT NOT NULL,
    PRIMARY KEY (workspace_id, field, text, number, contact_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE contact_counts (
    workspace_id TEXT NOT NULL PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE,
    contacts INTEGER NOT NULL
  ) STRICT;

  ALTER TABLE sessions ADD COLUMN contact_id TEXT;
  CREATE INDEX sessions_of_contact ON sessions (contact_id, created_at, id) WHERE contact_id IS NOT NULL;
  ALTER TABLE results ADD COLUMN contact_id TEXT;
  CREATE INDEX results_of_contact ON results (contact_id, created_at, id) WHERE contact_id IS NOT NULL;
`
