/**
 * Nothing that both databases spell the same. The index of words holds each word behind the id of its base (`<base>returns`), so that a
 * search reads what its own base holds, however many others there are.
 */
const wordsByBase = /* sql */ `
  SELECT 1;
`
export default wordsByBase

/** The words of a chunk as they are indexed; `row` stands before the names of its columns. */
export const indexedWords = (row: string): string => `${row}base_id || replace(${row}words, ' ', ' ' || ${row}base_id)`

/** A word as the index has it. */
export const indexedWord = (baseId: string, word: string): string => `${baseId}${word}`

export const wordsByBaseOfSqlite = /* sql */ `
  DROP TRIGGER knowledge_words_insert;
  DROP TRIGGER knowledge_words_delete;
  DROP TABLE knowledge_words;
  CREATE VIRTUAL TABLE knowledge_words USING fts5(words, content = '');
  CREATE TRIGGER knowledge_words_insert AFTER INSERT ON knowledge_chunks BEGIN
    INSERT INTO knowledge_words (rowid, words) VALUES (new.number, ${indexedWords('new.')});
  END;
  CREATE TRIGGER knowledge_words_delete AFTER DELETE ON knowledge_chunks BEGIN
    INSERT INTO knowledge_words (knowledge_words, rowid, words) VALUES ('delete', old.number, ${indexedWords('old.')});
  END;
  INSERT INTO knowledge_words (rowid, words) SELECT number, ${indexedWords('')} FROM knowledge_chunks;
`

export const wordsByBaseOfPostgres = `
  DROP INDEX knowledge_words;
  CREATE INDEX knowledge_words ON knowledge_chunks USING gin (to_tsvector('simple', ${indexedWords('')}));
`
