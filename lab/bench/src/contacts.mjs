/**
 * What lists, searches and counts of very many contacts cost, in medians. It fills an empty data folder or database first:
 * `node --conditions=development --import tsx lab/bench/src/contacts.mjs <folder or postgres://…> [--contacts 1000000] [--runs 7]`.
 * Ends with code 1 if a first page, a search or the count of a segment takes 300 ms or longer.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { termsOf } from '../../../packages/storage/src/contacts/contact-terms.ts'
import { openPostgres, openSqlite } from '../../../packages/storage/src/index.ts'
import { median } from './median.mjs'

const requireOfStorage = createRequire(new URL('../../../packages/storage/package.json', import.meta.url))
const maxMilliseconds = 300

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { contacts: { type: 'string', default: '1000000' }, runs: { type: 'string', default: '7' } },
})
const [path] = positionals
if (!path)
  throw new Error('Name a data folder or a database: node … lab/bench/src/contacts.mjs <folder or postgres://…>')
const count = Number(values.contacts)
const isPostgres = /^postgres(ql)?:/.test(path)
const open = () => (isPostgres ? openPostgres({ url: path }) : openSqlite({ folder: path }))
const workspaceId = 'w1'
const now = Date.UTC(2026, 10, 29)
const day = 86_400_000

let storage = await open()
if ((await storage.contacts.count(workspaceId, {})) !== count) {
  const began = performance.now()
  await fill()
  console.log(`Filled ${count} contacts in ${((performance.now() - began) / 1000).toFixed(0)} s`)
}
const page = { limit: 50, bytes: 4_000_000 }
const list = (filter, before) => storage.contacts.list(workspaceId, filter, { ...page, before })
const pro = { field: 'attribute-plan', text: 'pro' }
const vip = { field: 'tag', text: 'vip' }
const score = { field: 'attribute-score', of: 'numbers', above: 900 }
const reads = {
  'first page': () => list({}),
  'page in the middle': () => list({}, { lastSeenAt: now - 180 * day, id: '' }),
  'search, one word': () => list({ search: 'name17' }),
  'search, two words': () => list({ search: 'name17 family170' }),
  'search, one letter': () => list({ search: 'n' }),
  'search, an email address': () => list({ search: 'name17.family17.17@' }),
  'search, a phone number': () => list({ search: '+49 1700000042' }),
  'search, nobody': () => list({ search: 'nobody' }),
  'first page, an attribute': () => list({ conditions: [pro] }),
  'first page, a rare tag': () => list({ conditions: [{ field: 'tag', text: 'beta' }] }),
  'first page, attribute, tag and number': () => list({ conditions: [pro, vip, score] }),
  'count of all': () => storage.contacts.count(workspaceId, {}),
  'count, an attribute': () => storage.contacts.count(workspaceId, { conditions: [pro] }),
  'count, seen within 30 days': () => storage.contacts.count(workspaceId, { seenFrom: now - 30 * day }),
  'count, a search': () => storage.contacts.count(workspaceId, { search: 'name17' }),
  'count, attribute and tag': () => storage.contacts.count(workspaceId, { conditions: [pro, vip] }),
  'count, attribute without tag': () =>
    storage.contacts.count(workspaceId, { conditions: [pro, { ...vip, isNot: true }] }),
  'count, attribute, tag and number': () => storage.contacts.count(workspaceId, { conditions: [pro, vip, score] }),
  'count, attribute, tag and seen within 30 days': () =>
    storage.contacts.count(workspaceId, { conditions: [pro, vip], seenFrom: now - 30 * day }),
}

await checkTerms()
try {
  const slow = []
  for (const [name, read] of Object.entries(reads)) {
    const times = []
    let found
    for (let run = 0; run < Number(values.runs); run++) {
      const started = performance.now()
      found = await read()
      times.push(performance.now() - started)
    }
    const milliseconds = median(times)
    const shown = typeof found === 'number' ? found : found.contacts.length
    console.log(`${name.padEnd(48)} ${milliseconds.toFixed(1).padStart(8)} ms  (${shown})`)
    if (milliseconds >= maxMilliseconds) slow.push(name)
  }
  if (slow.length > 0) {
    console.error(`At least ${maxMilliseconds} ms: ${slow.join(', ')}`)
    process.exitCode = 1
  }
} finally {
  await storage.close()
}

/** The terms that were filled in are those that the storage would have written. */
async function checkTerms() {
  const { contacts } = await list({ search: 'name17.family17.17@' })
  const [contact] = contacts
  if (!contact) throw new Error('The contact that was filled in is not found: fill an empty database')
  const expected = termsOf(contact).map(({ field, text, number }) => `${field} ${text} ${number}`)
  const rows = await query(
    `SELECT field, text, number FROM contact_terms WHERE workspace_id = '${workspaceId}' AND contact_id = '${contact.id}'`,
  )
  const stored = rows.map(({ field, text, number }) => `${field} ${text} ${Number(number)}`)
  if (expected.toSorted().join('\n') !== stored.toSorted().join('\n'))
    throw new Error(
      `Filled in other terms than the storage writes:\n${stored.toSorted().join('\n')}\n${expected.toSorted().join('\n')}`,
    )
}

/** Runs SQL beside the storage, which is closed meanwhile. */
async function query(sql) {
  if (isPostgres) {
    const { Client } = requireOfStorage('pg')
    const client = new Client({ connectionString: path })
    await client.connect()
    try {
      const done = await client.query(sql)
      return (Array.isArray(done) ? done.at(-1) : done).rows
    } finally {
      await client.end()
    }
  }
  await storage.close()
  const { DatabaseSync } = requireOfStorage('@photostructure/sqlite')
  const database = new DatabaseSync(join(path, 'colloquy.db'))
  try {
    database.exec('PRAGMA cache_size = -400000; PRAGMA synchronous = OFF')
    if (/^\s*SELECT/.test(sql)) return database.prepare(sql).all()
    database.exec(sql)
    return []
  } finally {
    database.close()
    storage = await open()
  }
}

async function fill() {
  await query(`
    INSERT INTO workspaces (id, name, plan, is_suspended, is_past_due, created_at, updated_at)
      VALUES ('${workspaceId}', 'Large', 'UNLIMITED', 0, 0, 1, 1)`)
  const numbers = isPostgres
    ? `SELECT n FROM generate_series(1, ${count}) AS n`
    : `WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${count}) SELECT n FROM counted`
  await query(
    `CREATE TABLE filled (n ${isPostgres ? 'BIGINT' : 'INTEGER'} PRIMARY KEY, id TEXT${isPostgres ? ' COLLATE "C"' : ''}, first TEXT, family TEXT)`,
  )
  await query(
    `INSERT INTO filled SELECT n, 'contact' || (1000000000 + n), 'name' || (n % 200), 'family' || (n % 1000) FROM (${numbers}) AS all_numbers`,
  )
  const plan = `CASE WHEN n % 4 = 1 THEN 'pro' WHEN n % 20 = 2 THEN 'business' ELSE 'free' END`
  const points = '((n * 7919) % 1000)'
  const born = `'19' || (50 + n % 50) || '-0' || (1 + n % 9) || '-1' || (n % 9)`
  const tags = `CASE WHEN n % 10 = 7 THEN '["VIP"]' WHEN n % 1000 = 3 THEN '["Beta"]' ELSE '[]' END`
  const seen = `${now} - (n * 7907 % 365) * ${day} - n % 86400000`
  await query(`
    INSERT INTO contacts (id, workspace_id, name, language, first_seen_at, last_seen_at, is_blocked, created_at, updated_at, tags, attributes, notes)
    SELECT id, '${workspaceId}', first || ' ' || family, CASE WHEN n % 3 = 0 THEN 'de' ELSE 'en' END, 1, ${seen}, 0, 1, 1, ${tags},
      '{"attribute-plan":"' || ${plan} || '","attribute-score":' || ${points} || ',"attribute-born":"' || ${born} || '"}', '' FROM filled`)
  const email = `first || '.' || family || '.' || n || '@example.com'`
  const phone = `'49' || (1700000000 + n)`
  const withPhone = 'n % 2 = 0'
  await query(`
    INSERT INTO contact_identifiers (workspace_id, kind, value, channel, contact_id, created_at)
      SELECT '${workspaceId}', 'email', ${email}, '', id, 1 FROM filled
      UNION ALL SELECT '${workspaceId}', 'phone', '+' || ${phone}, '', id, 1 FROM filled WHERE ${withPhone}`)
  const terms = [
    ['word', 'first', 0],
    ['word', 'family', 0],
    ['word', email, 0],
    ['word', "'' || n", 0],
    ['word', "'example.com'", 0],
    ...[0, 1, 2, 3].map((start) => ['word', `substr(${phone}, ${start + 1})`, 0, withPhone]),
    ['channel', "'email'", 0],
    ['channel', "'phone'", 0, withPhone],
    ['tag', "'vip'", 0, 'n % 10 = 7'],
    ['tag', "'beta'", 0, 'n % 10 <> 7 AND n % 1000 = 3'],
    ['language', "CASE WHEN n % 3 = 0 THEN 'de' ELSE 'en' END", 0],
    ['attribute-plan', plan, 0],
    ['attribute-score', "''", points],
    ['attribute-born', born, 0],
  ]
  for (const [field, text, number, where = '1 = 1'] of terms)
    await query(`
      INSERT INTO contact_terms (workspace_id, field, text, number, contact_id)
      SELECT '${workspaceId}', '${field}', ${text}, ${number}, id FROM filled WHERE ${where} ORDER BY 3, 4, 5 ON CONFLICT DO NOTHING`)
  await query(`INSERT INTO contact_counts VALUES ('${workspaceId}', ${count})`)
  await query('DROP TABLE filled')
  if (isPostgres) await query('VACUUM ANALYZE')
  else await query('ANALYZE')
}
