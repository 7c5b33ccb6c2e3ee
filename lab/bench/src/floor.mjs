/**
 * The floor of the benchmark: the least that a durable turn can cost with these same libraries. A bare route reads a session's
 * row and makes durable what a turn leaves: the session, the turn with its answer's bytes, the visitor's answer, the edge that was
 * taken and the result, in tables with one key each and no references. No flow, no validation, no engine. On SQLite, with
 * FLOOR_SHARES=1, requests that are handled together share one transaction, as they do in the service; with DATABASE_URL they share one
 * statement of PostgreSQL.
 */
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { openPostgresFloor } from './floor-postgres.mjs'
import { openSqliteFloor } from './floor-sqlite.mjs'

// The libraries of the package that is measured, wherever they are installed.
const requireFromServer = createRequire(new URL('../../../packages/server/package.json', import.meta.url))
const { fastify } = requireFromServer('fastify')

const { DATABASE_URL, COLLOQUY_DATA, FLOOR_SHARES } = process.env
const storage = DATABASE_URL
  ? await openPostgresFloor(DATABASE_URL, ['turn', 'answer', 'edge'])
  : openSqliteFloor(COLLOQUY_DATA, { isShared: FLOOR_SHARES === '1' })

const app = fastify({ logger: false })
const question = { type: 'richText', richText: [{ type: 'p', children: [{ text: 'Question: what do you say?' }] }] }
const messages = [{ id: 'text', type: 'text', content: question }]
const input = { id: 'input', type: 'text input', options: { variableId: 'variable' } }

app.get('/ready', () => ({ ready: true }))

app.post('/api/v1/bots/:publicId/startChat', async (_, reply) => {
  const id = randomUUID()
  const state = JSON.stringify({ at: 'input', said: [] })
  const response = JSON.stringify({ sessionId: id, messages, input })
  await storage.save({ id, version: 1, state, contents: { turn: `{}${response}`, answer: '', edge: 'edge' } })
  return reply.header('content-type', 'application/json; charset=utf-8').send(response)
})

app.post('/api/v1/sessions/:sessionId/continueChat', async ({ params, body }, reply) => {
  const id = params.sessionId
  const { version, state } = await storage.read(id)
  const { at, said } = JSON.parse(state)
  const next = JSON.stringify({ at, said: [...said, body.message] })
  const response = JSON.stringify({ messages, input })
  const contents = { turn: JSON.stringify(body) + response, answer: body.message, edge: 'edge' }
  await storage.save({ id, version: Number(version) + 1, state: next, contents })
  return reply.header('content-type', 'application/json; charset=utf-8').send(response)
})

process.once('exit', () => storage.close())
await app.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
