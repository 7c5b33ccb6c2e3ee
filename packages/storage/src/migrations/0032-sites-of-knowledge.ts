/**
 * Pages of a site refer to it by `parent_id`. `due_at` is the time at which a source is next read automatically; `text_hash` shows if its
 * text has changed by then.
 */
export default /* sql */ `
  ALTER TABLE knowledge_sources ADD COLUMN parent_id TEXT;
  ALTER TABLE knowledge_sources ADD COLUMN refreshes_daily INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE knowledge_sources ADD COLUMN due_at INTEGER;
  ALTER TABLE knowledge_sources ADD COLUMN text_hash TEXT;
  CREATE INDEX knowledge_sources_due ON knowledge_sources (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX knowledge_sources_by_parent ON knowledge_sources (parent_id) WHERE parent_id IS NOT NULL;
`
