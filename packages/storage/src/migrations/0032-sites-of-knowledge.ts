/**
 * Pages of a site name it as their `parent_id`. `due_at` is when a source is read by itself; `text_hash` tells whether it then holds something
 * else than before.
 */
export default /* sql */ `
  ALTER TABLE knowledge_sources ADD COLUMN parent_id TEXT;
  ALTER TABLE knowledge_sources ADD COLUMN refreshes_daily INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE knowledge_sources ADD COLUMN due_at INTEGER;
  ALTER TABLE knowledge_sources ADD COLUMN text_hash TEXT;
  CREATE INDEX knowledge_sources_due ON knowledge_sources (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX knowledge_sources_by_parent ON knowledge_sources (parent_id) WHERE parent_id IS NOT NULL;
`
