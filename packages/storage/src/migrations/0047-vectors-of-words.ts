import { indexedWords } from './0025-words-by-base.js'

/**
 * Nothing on SQLite. PostgreSQL stores the vector of the words of a chunk, so that a search does not compute it for each chunk that it ranks, and
 * keeps its index complete: a search would read the list of pending entries from its beginning.
 */
const vectorsOfWords = /* sql */ `-- Vectors of words`
export default vectorsOfWords

export const vectorsOfWordsOfPostgres = `
  ALTER TABLE knowledge_chunks ADD COLUMN word_vector TSVECTOR
    GENERATED ALWAYS AS (to_tsvector('simple', ${indexedWords('')})) STORED;
  DROP INDEX knowledge_words;
  CREATE INDEX knowledge_words ON knowledge_chunks USING gin (word_vector) WITH (fastupdate = off);
`
