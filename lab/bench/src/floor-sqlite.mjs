/** The least that turns can cost on SQLite with its driver: a statement for each row, one key a table, no references. */
import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const requireFromStorage = createRequire(new URL('../../../packages/storage/package.json', import.meta.url))
const { DatabaseSync } = requireFromStorage('@photostructure/sqlite')

/** In a folder, which is made. `isShared`: turns that are saved in one round of the event loop share a transaction. */
export function openSqliteFloor(folder, { isShared }) {
  mkdirSync(folder, { recursive: true })
  const database = new DatabaseSync(join(folder, 'floor.db'))
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE session (id TEXT PRIMARY KEY, version INTEGER NOT NULL, state TEXT NOT NULL);
    CREATE TABLE turn (session TEXT, number INTEGER, content TEXT NOT NULL, PRIMARY KEY (session, number));
    CREATE TABLE answer (session TEXT, number INTEGER, content TEXT NOT NULL, PRIMARY KEY (session, number)) WITHOUT ROWID;
    CREATE TABLE edge (session TEXT, number INTEGER, content TEXT NOT NULL, PRIMARY KEY (session, number)) WITHOUT ROWID;
    CREATE TABLE result (session TEXT PRIMARY KEY, variables TEXT NOT NULL, updated INTEGER NOT NULL);
  `)
  const readSession = database.prepare('SELECT version, state FROM session WHERE id = ?')
  const insertSession = database.prepare('INSERT INTO session (id, version, state) VALUES (?, ?, ?)')
  const updateSession = database.prepare('UPDATE session SET version = ?, state = ? WHERE id = ? AND version = ?')
  const insertTurn = database.prepare('INSERT INTO turn (session, number, content) VALUES (?, ?, ?)')
  const insertAnswer = database.prepare('INSERT INTO answer (session, number, content) VALUES (?, ?, ?)')
  const insertEdge = database.prepare('INSERT INTO edge (session, number, content) VALUES (?, ?, ?)')
  const upsertResult = database.prepare(`
    INSERT INTO result (session, variables, updated) VALUES (?, ?, ?)
    ON CONFLICT (session) DO UPDATE SET variables = excluded.variables, updated = excluded.updated
  `)
  const begin = database.prepare('BEGIN IMMEDIATE')
  const end = database.prepare('COMMIT')
  const waiting = []

  function write({ id, version, state, contents }) {
    if (version === 1) insertSession.run(id, version, state)
    else updateSession.run(version, state, id, version - 1)
    insertTurn.run(id, version, contents.turn)
    if (version > 1) insertAnswer.run(id, version, contents.answer)
    insertEdge.run(id, version, contents.edge)
    upsertResult.run(id, state, Date.now())
  }

  function commit(batch) {
    begin.run()
    for (const { turn } of batch) write(turn)
    end.run()
    for (const { resolve } of batch) resolve()
  }

  return {
    read: (id) => readSession.get(id),
    save: (turn) =>
      new Promise((resolve) => {
        if (!isShared) return commit([{ turn, resolve }])
        if (waiting.length === 0) setImmediate(() => commit(waiting.splice(0)))
        waiting.push({ turn, resolve })
      }),
    /** Statements alone do not keep their database open. */
    close: () => database.close(),
  }
}
