/** The key of a chunk that is a number is the one by which SQLite's index of words refers to it. */
export default /* sql */ `
  CREATE TABLE knowledge_bases (
    id TEXT NOT NULL PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX knowledge_bases_by_workspace ON knowledge_bases (workspace_id, created_at);

  CREATE TABLE knowledge_sources (
    id TEXT NOT NULL PRIMARY KEY,
    base_id TEXT NOT NULL REFERENCES knowledge_bases (id) ON DELETE CASCADE,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    url TEXT,
    problem TEXT,
    bytes INTEGER NOT NULL,
    chunks INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    refreshed_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX knowledge_sources_by_base ON knowledge_sources (base_id, created_at);
  CREATE INDEX knowledge_sources_by_workspace ON knowledge_sources (workspace_id);

  CREATE TABLE knowledge_chunks (
    id TEXT NOT NULL PRIMARY KEY,
    number INTEGER NOT NULL,
    base_id TEXT NOT NULL REFERENCES knowledge_bases (id) ON DELETE CASCADE,
    source_id TEXT NOT NULL REFERENCES knowledge_sources (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    url TEXT,
    text TEXT NOT NULL,
    words TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX knowledge_chunks_by_number ON knowledge_chunks (number);
  CREATE INDEX knowledge_chunks_by_base ON knowledge_chunks (base_id);
  CREATE INDEX knowledge_chunks_by_source ON knowledge_chunks (source_id);
`

/** The index of words on SQLite: it follows its table by triggers, so that whatever writes rows also indexes them. */
export const wordIndexOfSqlite = /* sql */ `
  CREATE VIRTUAL TABLE knowledge_words USING fts5(words, content = 'knowledge_chunks', content_rowid = 'number');
  CREATE TRIGGER knowledge_words_insert AFTER INSERT ON knowledge_chunks BEGIN
    INSERT INTO knowledge_words (rowid, words) VALUES (new.number, new.words);
  END;
  CREATE TRIGGER knowledge_words_delete AFTER DELETE ON knowledge_chunks BEGIN
    INSERT INTO knowledge_words (knowledge_words, rowid, words) VALUES ('delete', old.number, old.words);
  END;
`

/** The same on PostgreSQL. */
export const wordIndexOfPostgres =
  "CREATE INDEX knowledge_words ON knowledge_chunks USING gin (to_tsvector('simple', words))"
