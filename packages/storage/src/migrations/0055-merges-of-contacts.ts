/** Merges that can be undone, with both contacts before as JSON, and saved filters of the list of contacts, as JSON of the API. */
export default /* sql */ `
  CREATE TABLE contact_merges (
    id TEXT NOT NULL PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    contact_id TEXT NOT NULL,
    merged_id TEXT NOT NULL,
    author_id TEXT,
    before TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX contact_merges_of_contact ON contact_merges (workspace_id, contact_id, created_at, id);
  CREATE INDEX contact_merges_by_age ON contact_merges (created_at);
  CREATE TABLE contact_segments (
    id TEXT NOT NULL PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    filter TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX contact_segments_by_name ON contact_segments (workspace_id, name, id);
`
