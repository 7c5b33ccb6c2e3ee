import { DatabaseSync } from '@photostructure/sqlite'
import { expect, it } from 'vitest'
import knowledge, { wordIndexOfSqlite } from '../migrations/0023-knowledge.js'
import wordsByBase, { indexedWord, wordsByBaseOfSqlite } from '../migrations/0025-words-by-base.js'
import { migrations } from '../migrations.js'

it('chunks that were there before words were indexed by base are found by the words of their base alone', () => {
  const database = new DatabaseSync(':memory:')
  for (const migration of migrations.slice(0, migrations.indexOf(knowledge) + 1)) database.exec(migration)
  database.exec(wordIndexOfSqlite)
  database.exec('PRAGMA foreign_keys = OFF')
  const insert = database.prepare(
    "INSERT INTO knowledge_chunks (id, number, base_id, source_id, title, text, words) VALUES (?, ?, ?, 's', '', '', ?)",
  )
  insert.run('c1', 1, 'one', 'free return')
  insert.run('c2', 2, 'two', 'return')
  database.exec(wordsByBase)
  database.exec(wordsByBaseOfSqlite)
  insert.run('c3', 3, 'one', 'late return')
  const found = (word: string) =>
    database
      .prepare('SELECT rowid FROM knowledge_words WHERE knowledge_words MATCH ? ORDER BY rowid')
      .all(`"${word}"`)
      .map(({ rowid }: { rowid: number }) => rowid)
  expect(found(indexedWord('one', 'return'))).toEqual([1, 3])
  expect(found(indexedWord('two', 'return'))).toEqual([2])
  expect(found('return')).toEqual([])
  database.exec("DELETE FROM knowledge_chunks WHERE id = 'c1'")
  expect(found(indexedWord('one', 'return'))).toEqual([3])
})
