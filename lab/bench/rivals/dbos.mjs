/**
 * The conversation on DBOS: each start and each reply is a workflow of one transaction, which reads and writes the session, the answer and
 * the record of the step together. Settings: DATABASE_URL, HOST, PORT.
 */
import { randomUUID } from 'node:crypto'
import { DBOS } from '@dbos-inc/dbos-sdk'
import { PostgresDataSource } from '@dbos-inc/postgres-datasource'
import { fastify } from 'fastify'
import { begin, proceed } from './conversation.mjs'

const { DATABASE_URL, DBOS_POOL = '20', HOST, PORT } = process.env
const url = new URL(DATABASE_URL)
const connection = {
  host: url.searchParams.get('host') ?? url.hostname,
  port: Number(url.port || 5432),
  user: url.username || undefined,
  password: url.password || undefined,
  database: url.pathname.slice(1),
  max: Number(DBOS_POOL),
  onnotice() {},
}
await PostgresDataSource.initializeDBOSSchema(connection)
const source = new PostgresDataSource('conversations', connection)
const sql = () => PostgresDataSource.client

const beginIn = source.registerTransaction(
  async (id) => {
    const { state, answer } = begin()
    await sql()`INSERT INTO session (id, state) VALUES (${id}, ${JSON.stringify(state)})`
    return { sessionId: id, ...answer }
  },
  { name: 'begin' },
)
const replyIn = source.registerTransaction(
  async (id, message) => {
    const [row] = await sql()`SELECT state FROM session WHERE id = ${id} FOR UPDATE`
    const { state, answer } = proceed(JSON.parse(row.state), message)
    await sql()`UPDATE session SET state = ${JSON.stringify(state)} WHERE id = ${id}`
    await sql()`INSERT INTO answer (session, number, content) VALUES (${id}, ${state.at}, ${message})`
    return answer
  },
  { name: 'reply' },
)
const start = DBOS.registerWorkflow(async (id) => beginIn(id), { name: 'startChat' })
const reply = DBOS.registerWorkflow(async (id, message) => replyIn(id, message), { name: 'continueChat' })

DBOS.setConfig({
  name: 'conversations',
  systemDatabaseUrl: DATABASE_URL,
  systemDatabasePoolSize: Number(DBOS_POOL),
  logLevel: 'error',
  runAdminServer: false,
})
await DBOS.launch()

const app = fastify({ logger: false })
app.get('/ready', () => ({ ready: true }))
app.post('/api/v1/bots/:publicId/startChat', () => start(randomUUID()))
app.post('/api/v1/sessions/:sessionId/continueChat', ({ params, body }) => reply(params.sessionId, body.message))
await app.listen({ host: HOST, port: Number(PORT) })
