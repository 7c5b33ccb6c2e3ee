/**
 * Vectors of passages: signed bytes as base64, which `scale` makes numbers again, so that both databases and a move carry them alike.
 * `revision` of a base changes when what a search holds in memory is out of date.
 */
export default /* sql */ `
  ALTER TABLE knowledge_bases ADD COLUMN credentials_id TEXT;
  ALTER TABLE knowledge_bases ADD COLUMN embedding_model TEXT;
  ALTER TABLE knowledge_bases ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE knowledge_sources ADD COLUMN embedding_problem TEXT;

  CREATE TABLE knowledge_vectors (
    chunk_id TEXT NOT NULL PRIMARY KEY REFERENCES knowledge_chunks (id) ON DELETE CASCADE,
    base_id TEXT NOT NULL REFERENCES knowledge_bases (id) ON DELETE CASCADE,
    source_id TEXT NOT NULL REFERENCES knowledge_sources (id) ON DELETE CASCADE,
    model TEXT NOT NULL,
    vector TEXT NOT NULL,
    scale REAL NOT NULL
  ) STRICT;
  CREATE INDEX knowledge_vectors_by_base ON knowledge_vectors (base_id, model, chunk_id);
  CREATE INDEX knowledge_vectors_by_source ON knowledge_vectors (source_id, model);

  CREATE TABLE knowledge_questions (
    id TEXT NOT NULL PRIMARY KEY,
    base_id TEXT NOT NULL REFERENCES knowledge_bases (id) ON DELETE CASCADE,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    text TEXT NOT NULL,
    count INTEGER NOT NULL,
    first_asked_at INTEGER NOT NULL,
    last_asked_at INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX knowledge_questions_by_key ON knowledge_questions (base_id, key);
  CREATE INDEX knowledge_questions_by_time ON knowledge_questions (base_id, last_asked_at);
  CREATE INDEX knowledge_questions_by_age ON knowledge_questions (last_asked_at);
  CREATE INDEX knowledge_questions_by_workspace ON knowledge_questions (workspace_id);
`
