/**
 * The floor of the benchmark: the least that a durable turn can cost with these same libraries. A bare route reads a session's
 * row and makes durable what a turn leaves: the session, the turn with its answer's bytes, the visitor's answer, the edge that was
 * taken and the result, in tables with one key each and no references. No flow, no validation, no engine. With FLOOR_SHARES=1
 * requests that are handled together share one transaction, as they do in the service.
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
  CREATE TABLE turn (session TEXT, number INTEGER, request TEXT NOT NULL, answer TEXT NOT NULL, PRIMARY KEY (session, number));
  CREATE TABLE answer (session TEXT, number INTEGER, content TEXT NOT NULL, PRIMARY KEY (session, number)) WITHOUT ROWID;
  CREATE TABLE edge (session TEXT, number INTEGER, edge TEXT NOT NULL, PRIMARY KEY (session, number)) WITHOUT ROWID;
  CREATE TABLE result (session TEXT PRIMARY KEY, variables TEXT NOT NULL, updated INTEGER NOT NULL);
`)
const readSession = database.prepare('SELECT version, state FROM session WHERE id = ?')
const insertSession = database.prepare('INSERT INTO session (id, version, state) VALUES (?, 0, ?)')
const updateSession = database.prepare(
  'UPDATE session SET version = version + 1, state = ? WHERE id = ? AND version = ?',
)
const insertTurn = database.prepare('INSERT INTO turn (session, number, request, answer) VALUES (?, ?, ?, ?)')
const insertAnswer = database.prepare('INSERT INTO answer (session, number, content) VALUES (?, ?, ?)')
const insertEdge = database.prepare('INSERT INTO edge (session, number, edge) VALUES (?, ?, ?)')
const begin = database.prepare('BEGIN IMMEDIATE')
const end = database.prepare('COMMIT')
const upsertResult = database.prepare(`
  INSERT INTO result (session, variables, updated) VALUES (?, ?, ?)
  ON CONFLICT (session) DO UPDATE SET variables = excluded.variables, updated = excluded.updated
`)

const waiting = []
const app = fastify({ logger: false })
const question = { type: 'richText', richText: [{ type: 'p', children: [{ text: 'Question: what do you say?' }] }] }
const messages = [{ id: 'text', type: 'text', content: question }]
const input = { id: 'input', type: 'text input', options: { variableId: 'variable' } }

app.get('/ready', () => ({ ready: true }))

app.post('/api/v1/bots/:publicId/startChat', async (_, reply) => {
  const sessionId = randomUUID()
  const state = JSON.stringify({ at: 'input', said: [] })
  const answer = JSON.stringify({ sessionId, messages, input })
  await durably(() => {
    insertSession.run(sessionId, state)
    insertTurn.run(sessionId, 0, '{}', answer)
    insertEdge.run(sessionId, 0, 'edge')
    upsertResult.run(sessionId, state, Date.now())
  })
  return reply.header('content-type', 'application/json; charset=utf-8').send(answer)
})

app.post('/api/v1/sessions/:sessionId/continueChat', async ({ params, body }, reply) => {
  const { sessionId } = params
  const { version, state } = readSession.get(sessionId)
  const { at, said } = JSON.parse(state)
  const next = JSON.stringify({ at, said: [...said, body.message] })
  const answer = JSON.stringify({ messages, input })
  await durably(() => {
    updateSession.run(next, sessionId, version)
    insertTurn.run(sessionId, version + 1, JSON.stringify(body), answer)
    insertAnswer.run(sessionId, version, body.message)
    insertEdge.run(sessionId, version + 1, 'edge')
    upsertResult.run(sessionId, next, Date.now())
  })
  return reply.header('content-type', 'application/json; charset=utf-8').send(answer)
})

// Statements alone do not keep their database open.
process.once('exit', () => database.close())
await app.listen({ host: process.env.HOST, port: Number(process.env.PORT) })

/** One transaction for the request, or for all that are handled in one round of the event loop. */
function durably(write) {
  return new Promise((resolve) => {
    if (process.env.FLOOR_SHARES !== '1') return save([{ write, resolve }])
    if (waiting.length === 0) setImmediate(() => save(waiting.splice(0)))
    waiting.push({ write, resolve })
  })
}

function save(batch) {
  begin.run()
  for (const { write } of batch) write()
  end.run()
  for (const { resolve } of batch) resolve()
}
