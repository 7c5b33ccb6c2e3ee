/**
 * The inbox of a workspace with very many conversations in which people speak: its lists, the next conversation, and the time until a message
 * has reached everybody who follows:
 * `npm run build && node --conditions=development --import tsx lab/bench/src/inbox.mjs [--conversations N] [--database sqlite]`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { readOptions } from '../../../scripts/read-options.mjs'
import { programEnvironment } from '../../../scripts/system-programs.mjs'
import { conversationsOf } from './conversations.mjs'
import { chainFlow } from './flow.mjs'
import { median } from './median.mjs'
import { processes, publishIn } from './processes.mjs'

const { DatabaseSync } = createRequire(new URL('../../../packages/storage/package.json', import.meta.url))(
  '@photostructure/sqlite',
)
const help =
  'node --conditions=development --import tsx lab/bench/src/inbox.mjs [--conversations 100000] [--database sqlite] [--folder /tmp]'
const {
  conversations = 100_000,
  database = 'sqlite',
  folder: parent = tmpdir(),
} = readOptions(help, { conversations: 'number', database: ['sqlite', 'postgres'], folder: 'text' })
const rounds = 50
const messages = 200
const streams = 5
/** Words of each conversation. */
const words = ['where', 'is', 'the', 'parcel', 'that', 'you', 'said', 'would', 'be', 'here', 'today', 'it', 'not']
const views = ['open', 'mine', 'unassigned', 'answered']

const folder = mkdtempSync(join(parent, 'colloquy-bench-'))
const programs = processes(folder)
const kind = database === 'sqlite' ? sqlite() : await postgres()
try {
  const { service, workspaceId, sessionId } = await fill()
  const inbox = `/workspaces/${workspaceId}/inbox`
  console.log(`${conversations} conversations in the inbox on ${database}: median and p95 in ms`)
  const mine = (await measureLists(service, inbox)).filter((id) => id !== sessionId)
  await measureConversations(service, inbox, mine)
  await measureMessages(service, inbox, mine)
  console.log(`load of the machine ${loadavg()[0].toFixed(1)}`)
} finally {
  programs.killAll()
  await kind.end()
  rmSync(folder, { recursive: true, force: true })
}

/** Each conversation has a turn of the bot that really ran as its last, so that its page reads what a real one has. */
async function fill() {
  const first = await programs.startService('inbox', await kind.environment())
  const workspaceId = (await first.call('POST', '/workspaces', { name: 'Inbox' })).workspace.id
  const [publicId] = await publishIn(first, workspaceId, [chainFlow(10)])
  const { bots } = await first.call('GET', `/bots?workspaceId=${workspaceId}`)
  const { sessionId } = await first.call('POST', `/bots/${publicId}/startChat`, {})
  for (let reply = 0; reply < 3; reply++)
    await first.call('POST', `/sessions/${sessionId}/continueChat`, { message: 'Hello' })
  const { conversation } = await first.call('POST', `/workspaces/${workspaceId}/inbox/${sessionId}/take`)
  await first.stop()
  const now = Date.now()
  await kind.fill([
    ...conversationsOf({ botId: bots[0].id, workspaceId, releaseId: 'r', count: conversations, now }),
    ...heldAs({ sessionId, workspaceId, userId: conversation.assigneeId, now }),
  ])
  return { service: await programs.startService('inbox', await kind.environment()), workspaceId, sessionId }
}

/**
 * SQL that has people speak in every conversation as in that of `sessionId`: a third waits for anybody, the rest is assigned to the user, and half
 * of it is answered. Each has eight messages of a visitor and a person.
 */
function heldAs({ sessionId, workspaceId, userId, now }) {
  const other = `session_id <> '${sessionId}'`
  const model = (column) => `(SELECT ${column} FROM sessions WHERE id = '${sessionId}')`
  const turn = (column) =>
    `(SELECT model.${column} FROM turns model WHERE model.session_id = '${sessionId}' AND model.number = turns.number)`
  const part = `created_at / 1000 % 6`
  const eight = 'WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 8) '
  return [
    `UPDATE sessions SET state = ${model('state')}, held = ${model('held')}, release_id = ${model('release_id')}, ` +
      `ended_at = NULL, expires_at = ${now + 864_000_000} + created_at % 1000000 WHERE id <> '${sessionId}'`,
    `UPDATE turns SET request = ${turn('request')}, answer = ${turn('answer')} WHERE ${other}`,
    'INSERT INTO conversations (session_id, workspace_id, bot_id, channel, state, assignee_id, last_text, last_at, waiting_since, opened_at) ' +
      `SELECT id, workspace_id, bot_id, 'web', 'open', CASE WHEN ${part} < 2 THEN NULL ELSE '${userId}' END, ` +
      `'Where is the parcel that you said would be here today?', created_at, CASE WHEN ${part} < 4 THEN created_at END, created_at ` +
      `FROM sessions WHERE workspace_id = '${workspaceId}' AND id <> '${sessionId}' ORDER BY id`,
    'INSERT INTO conversation_messages (session_id, number, workspace_id, kind, author_id, content, after_turn, created_at) ' +
      `${eight}SELECT session_id, n, workspace_id, CASE n % 2 WHEN 1 THEN 'visitor' ELSE 'person' END, ` +
      `CASE n % 2 WHEN 1 THEN NULL ELSE '${userId}' END, ` +
      `'{"text":"Where is the parcel that you said would be here today? It is not."}', 4, opened_at ` +
      `FROM conversations CROSS JOIN counted WHERE ${other} ORDER BY session_id, n`,
    // Words in all conversations, in every hundredth, and one that a single conversation has.
    'INSERT INTO conversation_words (session_id, workspace_id, word) ' +
      `SELECT session_id, workspace_id, word FROM conversations CROSS JOIN (${words
        .map((word) => `SELECT '${word}' AS word`)
        .join(' UNION ALL ')}) AS said WHERE ${other}`,
    'INSERT INTO conversation_words (session_id, workspace_id, word) ' +
      `SELECT session_id, workspace_id, CASE WHEN opened_at % 2 = 0 THEN 'refund' ELSE 'receipt' END FROM conversations WHERE ${other} AND opened_at % 100 < 2`,
    'INSERT INTO conversation_words (session_id, workspace_id, word) ' +
      `SELECT min(session_id), workspace_id, 'zebra' FROM conversations WHERE ${other} GROUP BY workspace_id`,
  ]
}

/** Resolves to ids of conversations of the caller. */
async function measureLists(service, inbox) {
  let mine = []
  for (const view of views) {
    const [first, next] = [[], []]
    for (let round = 0; round < rounds; round++) {
      const page = await timed(first, () => service.call('GET', `${inbox}?view=${view}`))
      if (page.conversations.length < 50 || page.nextCursor === null) throw new Error(`The view ${view} has one page.`)
      const cursor = encodeURIComponent(page.nextCursor)
      await timed(next, () => service.call('GET', `${inbox}?view=${view}&cursor=${cursor}`))
      if (view === 'mine') mine = page.conversations
    }
    print(`${view}: first page`, first)
    print(`${view}: next page`, next)
  }
  const until = encodeURIComponent(new Date().toISOString())
  const filters = {
    'longest waiting: first page': `waitingBefore=${until}`,
    'a bot without conversations': 'botId=none',
    'a channel without conversations': 'channel=none',
    'unassigned, a channel without conversations': 'view=unassigned&channel=none',
  }
  for (const [name, query] of Object.entries(filters)) {
    const times = []
    for (let round = 0; round < rounds; round++) await timed(times, () => service.call('GET', `${inbox}?${query}`))
    print(name, times)
  }
  const searches = [
    'zebra',
    'refund',
    'parcel',
    'p',
    'where parcel today',
    'parcel refund',
    'refund receipt',
    'nothing',
  ]
  for (const search of searches) {
    const times = []
    for (let round = 0; round < rounds; round++)
      await timed(times, () => service.call('GET', `${inbox}/search?search=${encodeURIComponent(search)}`))
    print(`a search for ${search}`, times)
  }
  return mine.map(({ sessionId }) => sessionId)
}

async function measureConversations(service, inbox, ids) {
  const times = []
  for (const id of ids) {
    const { transcript, holder } = await timed(times, () => service.call('GET', `${inbox}/${id}`))
    if (transcript.length < 12 || holder.by !== 'person') throw new Error('A conversation is not as it was made.')
  }
  print('a conversation with its transcript', times)
}

/** Milliseconds from the call of the person until every stream of the inbox has got the conversation with the new text. */
async function measureMessages(service, inbox, ids) {
  const followers = await Promise.all(
    Array.from({ length: streams }, () => follow(`${service.url}/api/v1${inbox}/events`, service.token)),
  )
  const [answered, reached] = [[], []]
  for (let number = 0; number < messages; number++) {
    const text = `This is message ${number} of the measurement.`
    const began = performance.now()
    const everybody = Promise.all(followers.map((follower) => follower.until(text))).then(() =>
      reached.push(performance.now() - began),
    )
    await timed(answered, () => service.call('POST', `${inbox}/${ids[number % ids.length]}/messages`, { text }))
    await everybody
  }
  for (const follower of followers) follower.end()
  print('a message is answered', answered)
  print(`a message has reached ${streams} streams`, reached)
}

/** Follows the events of an inbox. */
async function follow(url, token) {
  const ending = new AbortController()
  const { body } = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: ending.signal })
  let received = ''
  let awaited
  const arrived = () => {
    if (!awaited || !received.includes(awaited.text)) return
    received = ''
    awaited.resolve()
    awaited = undefined
  }
  const reading = async () => {
    for await (const part of body.pipeThrough(new TextDecoderStream())) {
      received += part
      arrived()
    }
  }
  reading().catch((error) => {
    if (!ending.signal.aborted) throw error
  })
  return {
    until: (text) =>
      new Promise((resolve) => {
        awaited = { text, resolve }
        arrived()
      }),
    end: () => ending.abort(),
  }
}

async function timed(times, work) {
  const began = performance.now()
  const result = await work()
  times.push(performance.now() - began)
  return result
}

function print(name, times) {
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]
  console.log(`${name.padEnd(44)} ${median(times).toFixed(1).padStart(8)} ${p95.toFixed(1).padStart(8)}`)
}

function sqlite() {
  return {
    environment: async () => ({}),
    async fill(statements) {
      const opened = new DatabaseSync(join(folder, 'inbox', 'colloquy.db'))
      opened.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -500000; PRAGMA foreign_keys = OFF')
      for (const sql of statements) opened.exec(sql)
      opened.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      opened.close()
    },
    end: async () => {},
  }
}

async function postgres() {
  Object.assign(process.env, programEnvironment())
  const { createDatabase, startPostgres, withClient } = await import(
    '../../../packages/storage/src/testing/postgres-cluster.ts'
  )
  const cluster = await startPostgres({ isDurable: true })
  const url = await createDatabase(cluster.url('postgres'))
  return {
    environment: async () => ({ DATABASE_URL: url }),
    fill: (statements) =>
      withClient(url, async (client) => {
        await client.query('SET synchronous_commit = off')
        for (const sql of statements) await client.query(sql)
        await client.query('VACUUM ANALYZE')
        await client.query('CHECKPOINT')
      }),
    end: () => cluster.remove(),
  }
}
