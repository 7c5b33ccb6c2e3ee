/**
 * The floor of the benchmark: the least that a durable turn can cost with these same libraries. A bare route reads a session's
 * row and, in one durable transaction, updates it, adds an answer and writes the result. No flow, no validation, no engine.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

// The libraries of the packages that are measured, wherever they are installed.
const requireFromServer = createRequire(new URL('../packages/server/package.json', import.meta.url))
const requireFromStorage = createRequire(new URL('../packages/storage/package.json', import.meta.url))
const { fastify } = requireFromServer('fastify')
const { DatabaseSync } = requireFromStorage('@photostructure/sqlite')

mkdirSync(process.env.COLLOQUY_DATA, { recursive: true })
const database = new DatabaseSync(join(process.env.COLLOQUY_DATA, 'floor.db'))
database.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE session (id TEXT PRIMARY KEY, version INTEGER NOT NULL, state TEXT NOT NULL);
  CREATE TABLE answer (id INTEGER PRIMARY KEY, session TEXT NOT NULL, content TEXT NOT NULL);
  CREATE TABLE result (session TEXT PRIMARY KEY, variables TEXT NOT NULL, updated INTEGER NOT NULL);
`)
const readSession = database.prepare('SELECT version, state FROM session WHERE id = ?')
const insertSession = database.prepare('INSERT INTO session (id, version, state) VALUES (?, 0, ?)')
const updateSession = database.prepare(
  'UPDATE session SET version = version + 1, state = ? WHERE id = ? AND version = ?',
)
const insertAnswer = database.prepare('INSERT INTO answer (session, content) VALUES (?, ?)')
const upsertResult = database.prepare(`
  INSERT INTO result (session, variables, updated) VALUES (?, ?, ?)
  ON CONFLICT (session) DO UPDATE SET variables = excluded.variables, updated = excluded.updated
`)

const app = fastify({ logger: false })
const question = { type: 'richText', richText: [{ type: 'p', children: [{ text: 'Question: what do you say?' }] }] }
const messages = [{ id: 'text', type: 'text', content: question }]
const input = { id: 'input', type: 'text input', options: { variableId: 'variable' } }

app.get('/ready', () => ({ ready: true }))

app.post('/api/v1/bots/:publicId/startChat', () => {
  const sessionId = randomUUID()
  const state = JSON.stringify({ at: 'input', said: [] })
  durably(() => {
    insertSession.run(sessionId, state)
    upsertResult.run(sessionId, state, Date.now())
  })
  return { sessionId, messages, input }
})

app.post('/api/v1/sessions/:sessionId/continueChat', ({ params, body }) => {
  const { sessionId } = params
  const { version, state } = readSession.get(sessionId)
  const { at, said } = JSON.parse(state)
  const next = JSON.stringify({ at, said: [...said, body.message] })
  durably(() => {
    updateSession.run(next, sessionId, version)
    insertAnswer.run(sessionId, body.message)
    upsertResult.run(sessionId, next, Date.now())
  })
  return { messages, input }
})

await app.listen({ host: process.env.HOST, port: Number(process.env.PORT) })

function durably(write) {
  database.exec('BEGIN IMMEDIATE')
  try {
    write()
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}
