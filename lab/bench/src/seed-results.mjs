/**
 * Fills a data folder with one published bot that has been answered a lot, for measurements:
 * `node --import tsx lab/bench/src/seed-results.mjs <folder> [results = 1000000]`. Five inputs, of which visitors leave some at each.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { openSqlite } from '../../../packages/storage/src/index.ts'

const { DatabaseSync } = createRequire(new URL('../../../packages/storage/package.json', import.meta.url))(
  '@photostructure/sqlite',
)
const folder = process.argv[2]
if (!folder) throw new Error('Name a folder: node --import tsx lab/bench/src/seed-results.mjs <folder> [results]')
const count = Number(process.argv[3] ?? 1_000_000)
const day = 86_400_000
const now = Date.UTC(2026, 10, 21)
const inputs = ['Name', 'Age', 'City', 'Rating', 'Remark']
const contents = ['Ada', '=1+1', '+33 6 12 34 56 78', 'Yes, gladly', 'No', '42', 'A long "remark"; and more', 'Lyon']

await (await openSqlite({ folder })).close()
const database = new DatabaseSync(join(folder, 'colloquy.db'))
database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -500000; PRAGMA foreign_keys = OFF')
seedBot()
seedResults()
database.exec('ANALYZE')
database.close()

function seedBot() {
  const flow = {
    events: [{ id: 'start', type: 'start', outgoingEdgeId: 'e0', graphCoordinates: { x: 0, y: 0 } }],
    edges: [{ id: 'e0', from: { eventId: 'start' }, to: { groupId: 'g0' } }],
    variables: inputs.map((name, index) => ({ id: `v${index}`, name })),
    groups: inputs.map((title, index) => ({
      id: `g${index}`,
      title,
      graphCoordinates: { x: 0, y: 0 },
      blocks: [{ id: `in${index}`, type: 'text input', options: { variableId: `v${index}` } }],
    })),
  }
  const text = JSON.stringify(flow)
  const run = (sql, ...values) => database.prepare(sql).run(...values)
  run("INSERT INTO users (id, name, is_admin, created_at, updated_at) VALUES ('u1', 'Owner', 1, 0, 0)")
  run(
    "INSERT INTO workspaces (id, name, plan, is_suspended, is_past_due, created_at, updated_at) VALUES ('w1', 'W', 'UNLIMITED', 0, 0, 0, 0)",
  )
  run("INSERT INTO members (user_id, workspace_id, role) VALUES ('u1', 'w1', 'ADMIN')")
  run(
    'INSERT INTO bots (id, workspace_id, name, public_id, is_deleted, is_closed, published_release_id, created_at, ' +
      "updated_at, theme, settings, flow) VALUES ('b1', 'w1', 'Bot', 'bot', 0, 0, 'rel1', 0, 0, '{}', '{}', ?)",
    text,
  )
  run(
    "INSERT INTO releases (id, bot_id, workspace_id, version, created_at, theme, settings, flow) VALUES ('rel1', 'b1', 'w1', '6', 0, '{}', '{}', ?)",
    text,
  )
}

function seedResults() {
  const saveResult = database.prepare(
    'INSERT INTO results (id, bot_id, workspace_id, created_at, updated_at, has_started, is_completed, is_deleted, ' +
      "last_chat_session_id, variables) VALUES (?, 'b1', 'w1', ?, ?, ?, ?, 0, ?, ?)",
  )
  const saveAnswer = database.prepare(
    'INSERT INTO answers (result_id, number, workspace_id, block_id, group_id, variable_id, content, storage_used, ' +
      "created_at) VALUES (?, ?, 'w1', ?, ?, ?, ?, 0, ?)",
  )
  const saveEdge = database.prepare(
    `INSERT INTO visited_edges (result_id, "index", workspace_id, edge_id) VALUES (?, ?, 'w1', ?)`,
  )
  const random = generator(7)
  const started = Date.now()
  database.exec('BEGIN')
  for (let number = 0; number < count; number++) {
    const at = Math.floor(now - (365 * day * (count - number)) / count)
    const id = `c${at.toString(36)}${number.toString(36).padStart(7, '0')}`.padEnd(24, 'x')
    const reached = Math.min(inputs.length, Math.floor(random() * 9))
    const variables = []
    let time = at
    for (let input = 0; input < reached; input++) {
      const content = contents[Math.floor(random() * contents.length)]
      time += 1000 + Math.floor(random() * 30_000)
      variables.push({ id: `v${input}`, name: inputs[input], value: content })
      saveAnswer.run(id, input + 1, `in${input}`, `g${input}`, `v${input}`, content, time)
    }
    saveEdge.run(id, 1, 'e0')
    saveResult.run(id, at, time, Number(reached > 0), Number(reached === inputs.length), id, JSON.stringify(variables))
    if (number % 100_000 === 99_999) {
      database.exec('COMMIT; BEGIN')
      console.log(`${number + 1} results after ${((Date.now() - started) / 1000).toFixed(0)} s`)
    }
  }
  database.exec('COMMIT')
}

function generator(seed) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
