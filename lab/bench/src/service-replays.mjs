/**
 * How long the service takes to replay very many recorded conversations on a draft, through its API, page by page. One conversation is held
 * over HTTP and multiplied in the database with other replies, so that the rows are those of the service.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { chainFlow } from './flow.mjs'
import { measurement, ratio } from './measurements.mjs'
import { usage } from './processes.mjs'
import { withOtherQuestion } from './replay.mjs'

const { DatabaseSync } = createRequire(new URL('../../../packages/storage/package.json', import.meta.url))(
  '@photostructure/sqlite',
)

const blocks = 20
const turns = 6
const pageSize = 10_000

/**
 * Resolves to the figures. `engine` are the milliseconds of processor time that the engine takes for 1,000 of these conversations, of each
 * run. `folder` is where services keep their data.
 */
export async function benchServiceReplays({ startService }, { folder, runs, say, engine, count = 100_000 }) {
  say(`${count} recorded conversations...`)
  let service = await startService('replays')
  const botId = await holdConversation(service)
  await changeQuestion(service, botId)
  await service.stop()
  multiply(join(folder, 'replays', 'colloquy.db'), count)
  service = await startService('replays', { COLLOQUY_ADMIN_TOKEN: service.token })
  const samples = []
  for (let run = -1; run < runs; run += 1) {
    const before = usage(service.pid)?.cpuMs ?? 0
    const began = performance.now()
    const totals = await replayAll(service, botId)
    const seconds = (performance.now() - began) / 1_000
    if (totals.conversations !== count || totals.classes.wording !== count)
      throw new Error(`Of ${count} conversations with another question, ${JSON.stringify(totals)} were replayed.`)
    if (run >= 0) samples.push({ seconds, cpu: ((usage(service.pid)?.cpuMs ?? 0) - before) / 1_000 })
  }
  await service.stop()
  const name = `replay of ${count.toLocaleString('en')} conversations of ${turns} turns in the service`
  const column = (key) => samples.map((sample) => sample[key])
  const alone = engine.map((milliseconds) => (milliseconds / 1_000) * (count / 1_000))
  return [
    measurement(name, column('seconds'), 's', ratio(column('seconds'), alone, 'the engine alone, on one thread')),
    measurement(`${name}: CPU`, column('cpu'), 's'),
  ]
}

async function holdConversation(service) {
  const { workspace } = await service.call('POST', '/workspaces', { name: 'Replayed' })
  const { bot } = await service.call('POST', '/bots/import', { workspaceId: workspace.id, bot: chainFlow(blocks) })
  await service.call('POST', `/bots/${bot.id}/publish`, {})
  const { publicId } = (await service.call('GET', `/bots/${bot.id}`)).bot
  const { sessionId } = await service.call('POST', `/bots/${publicId}/startChat`, {})
  for (let turn = 1; turn < turns; turn += 1) {
    await service.call('POST', `/sessions/${sessionId}/continueChat`, { message: `Answer ${turn} of visitor 1` })
  }
  return bot.id
}

/** All visitors read this text. */
async function changeQuestion(service, botId) {
  const { bot } = await service.call('GET', `/bots/${botId}`)
  await service.call('PATCH', `/bots/${botId}`, { bot: { groups: withOtherQuestion(bot).groups } })
}

/** Copies the one conversation that there is until there are `count`. */
function multiply(path, count) {
  const database = new DatabaseSync(path)
  database.exec('PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; PRAGMA cache_size = -500000')
  const copy = (table, changes) => {
    const columns = database
      .prepare(`PRAGMA table_info(${table})`)
      .all()
      .map(({ name }) => name)
    const values = columns.map((name) => changes[name] ?? name)
    database.exec(
      `INSERT INTO ${table} (${columns.join(', ')}) WITH RECURSIVE numbers (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers ` +
        `WHERE n < ${count}) SELECT ${values.join(', ')} FROM ${table}, numbers`,
    )
  }
  const own = (name) => `${name} || '-' || n`
  const reply = (name) => `replace(${name}, 'of visitor 1', 'of visitor ' || n)`
  const extraColumns = { created_at: 'created_at - n' }
  database.exec('BEGIN')
  copy('sessions', { ...extraColumns, id: own('id'), result_id: own('result_id') })
  copy('turns', { session_id: own('session_id'), request: reply('request') })
  copy('results', { ...extraColumns, id: own('id'), last_chat_session_id: own('last_chat_session_id') })
  database.exec('COMMIT; ANALYZE')
  database.close()
}

async function replayAll(service, botId) {
  let page
  do {
    const cursor = page?.nextCursor
    page = await service.call('POST', `/bots/${botId}/replays`, {
      timeFilter: 'allTime',
      limit: pageSize,
      ...(cursor && { cursor }),
    })
  } while (page.nextCursor)
  return page.totals
}
