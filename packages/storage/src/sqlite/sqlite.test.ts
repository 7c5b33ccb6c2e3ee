import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { storageContract } from '../testing/contract.js'
import { openSqliteOfTests } from '../testing/open-test-storage.js'
import { commit, seed } from '../testing/rows.js'
import { Connection } from './connection.js'
import { openSqlite } from './open-sqlite.js'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Every statement that the contract has prepared. */
const prepared = new Set<string>()
const { prepare } = Connection.prototype
vi.spyOn(Connection.prototype, 'prepare').mockImplementation(function (this: Connection, sql) {
  if (/^(SELECT|WITH|UPDATE|DELETE)/.test(sql)) prepared.add(sql)
  return prepare.call(this, sql)
})

describe('SQLite storage', () => {
  storageContract((quotas) => openSqliteOfTests(newFolder(), quotas))

  it('refuses a second process, until the first is gone', async () => {
    const folder = newFolder()
    const { child } = await commitInChild(folder, 1)
    try {
      await expect(openSqlite({ folder })).rejects.toThrow(`Another Colloquy is already running on ${folder}`)
    } finally {
      await kill(child)
    }
    await (await openSqlite({ folder })).close()
  })

  it('refuses a second opening within a process, until the first is closed', async () => {
    const folder = newFolder()
    const first = await openSqlite({ folder })
    await expect(openSqlite({ folder })).rejects.toThrow('Another Colloquy is already running')
    await first.close()
    await (await openSqlite({ folder })).close()
  })

  it('keeps every answered commit through kill -9', async () => {
    const folder = newFolder()
    const { child, output } = await commitInChild(folder, 500)
    await kill(child)
    const printed = output()
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split(' ') as [string, string])
    expect(printed.length).toBeGreaterThanOrEqual(500)
    const storage = await openSqlite({ folder })
    for (let session = 0; session < 8; session++) {
      const id = `s${session}`
      const versions = printed.filter(([sessionId]) => sessionId === id).map(([, version]) => Number(version))
      const kept = (await storage.sessions.turns(id)).map(({ number }) => number)
      expect(kept.slice(0, versions.length)).toEqual(versions)
      expect((await storage.sessions.get(id))?.version).toBe(kept.length)
      expect(await storage.results.answers([id])).toHaveLength(kept.length)
    }
    await storage.close()
  })

  it('keeps what was written when it is opened again', async () => {
    const folder = newFolder()
    const first = await openSqlite({ folder })
    await seed(first)
    const underWay = first.sessions.commit(commit(1))
    await first.close()
    expect(await underWay).toBe('committed')
    const second = await openSqlite({ folder })
    expect((await second.sessions.get('s1'))?.version).toBe(1)
    await second.close()
  })

  it('ends a transaction of turns once it is as large as it may be', async () => {
    const shared: number[] = []
    const storage = await openSqlite({
      folder: newFolder(),
      batchBytes: 50_000,
      onCommit: (turns) => shared.push(turns),
    })
    await seed(storage)
    const large = (sessionId: string) => {
      const one = commit(1, { sessionId, resultId: sessionId })
      return { ...one, turn: { ...one.turn, answer: 'x'.repeat(20_000) } }
    }
    await Promise.all(['a', 'b', 'c'].map((id) => storage.sessions.commit(large(id))))
    expect(shared).toEqual([2, 1])
    await storage.close()
  })

  it('goes round the event loop between two transactions of long turns', async () => {
    const order: string[] = []
    const storage = await openSqlite({ folder: newFolder(), batchBytes: 1, onCommit: () => order.push('transaction') })
    await seed(storage)
    const long = (sessionId: string) => {
      const one = commit(1, { sessionId, resultId: sessionId })
      return { ...one, turn: { ...one.turn, answer: 'x'.repeat(20_000) } }
    }
    setImmediate(() => setImmediate(() => order.push('another request')))
    await Promise.all(['a', 'b'].map((id) => storage.sessions.commit(long(id))))
    expect(order).toHaveLength(3)
    expect(order.at(-1), 'after the other request').toBe('transaction')
    await storage.close()
  })

  it('writes short turns before long ones, and leaves three quarters of the time to them while they come', async () => {
    const written: { turns: number; began: number; ended: number }[] = []
    const onCommit = (turns: number, milliseconds: number) => {
      const ended = performance.now()
      written.push({ turns, began: ended - milliseconds, ended })
    }
    const storage = await openSqlite({ folder: newFolder(), batchBytes: 1, onCommit })
    await seed(storage)
    const of = (sessionId: string, characters: number) => {
      const one = commit(1, { sessionId, resultId: sessionId })
      return storage.sessions.commit({ ...one, turn: { ...one.turn, answer: 'x'.repeat(characters) } })
    }
    await Promise.all([of('a', 1_000_000), of('b', 1_000_000), of('c', 10), of('d', 10)])
    await storage.close()
    expect(written.map(({ turns }) => turns)).toEqual([2, 1, 1])
    const [, first, second] = written as [unknown, (typeof written)[0], (typeof written)[0]]
    expect(second.began - first.ended).toBeGreaterThanOrEqual(3 * (first.ended - first.began) - 2)
  })

  it('refuses commits after it was closed, without calling that a failure of the disk', async () => {
    let failures = 0
    const storage = await openSqlite({ folder: newFolder(), onFatal: () => failures++ })
    await storage.close()
    await expect(storage.sessions.commit(commit(1))).rejects.toThrow()
    expect(failures).toBe(0)
  })

  it('leaves nothing of what was erased in its file', async () => {
    const folder = newFolder()
    const storage = await openSqlite({ folder })
    await seed(storage)
    const secret = 'ada.lovelace@example.com'
    for (const version of [1, 2, 3]) {
      const said = commit(version)
      const variables = JSON.stringify([{ id: 'v1', name: 'Mail', value: secret }])
      const results = said.results.map((result) => ({ ...result, variables }))
      const turn = { ...said.turn, request: JSON.stringify({ message: { text: secret } }) }
      await storage.sessions.commit({ ...said, results, turn })
    }
    expect(await storage.results.erase('w1', secret)).toBe(1)
    await storage.close()
    expect(readFileSync(join(folder, 'colloquy.db')).includes(secret)).toBe(false)
  })

  it('refuses a database of a newer Colloquy', async () => {
    const folder = newFolder()
    await (await openSqlite({ folder })).close()
    const database = new DatabaseSync(join(folder, 'colloquy.db'))
    database.exec('INSERT INTO migrations (number, applied_at) VALUES (1000, 0)')
    database.close()
    await expect(openSqlite({ folder })).rejects.toThrow('The database has schema 1000')
  })

  it('reads the list of results by its index, without sorting', async () => {
    const folder = newFolder()
    await (await openSqlite({ folder })).close()
    const database = new DatabaseSync(join(folder, 'colloquy.db'))
    const sql =
      'EXPLAIN QUERY PLAN SELECT * FROM results WHERE bot_id = ? AND has_started = 1 AND is_deleted = 0 ' +
      'AND created_at >= ? AND created_at < ? ORDER BY created_at DESC, id DESC LIMIT ?'
    const plan = database.prepare(sql).all() as { detail: string }[]
    database.close()
    expect(plan.map(({ detail }) => detail)).toEqual([
      'SEARCH results USING INDEX results_listed (bot_id=? AND created_at>? AND created_at<?)',
    ])
  })

  it('finds the bots of a messaging account by the index of those with channels, without sorting others', async () => {
    const folder = newFolder()
    await (await openSqlite({ folder })).close()
    const database = new DatabaseSync(join(folder, 'colloquy.db'))
    const statements = [...prepared].filter((sql) => sql.includes("channels <> '[]'"))
    const plans = statements.map((sql) => planOf(database, sql).filter((detail) => / bots\b/.test(detail)))
    database.close()
    expect(plans).toContainEqual([
      'SEARCH bots USING INDEX bots_with_channels (workspace_id=? AND is_deleted=? AND is_closed=?)',
    ])
    for (const plan of plans) expect(plan.join()).toContain('INDEX bots_with_channels (workspace_id=?')
  })

  it('looks once for what uses the releases of a bot, not for each release', async () => {
    const folder = newFolder()
    await (await openSqlite({ folder })).close()
    const database = new DatabaseSync(join(folder, 'colloquy.db'))
    const statements = [...prepared].filter((sql) => sql.startsWith('DELETE FROM releases') && sql.includes('sessions'))
    const plans = statements.map((sql) => planOf(database, sql))
    database.close()
    expect(plans).toHaveLength(2)
    for (const plan of plans) expect(plan.filter((detail) => detail.includes('CORRELATED'))).toEqual([])
  })

  it('finds rows of tables that grow with conversations by more than their workspace', async () => {
    const folder = newFolder()
    await (await openSqlite({ folder })).close()
    const database = new DatabaseSync(join(folder, 'colloquy.db'))
    const plans = [...prepared].flatMap((sql) => {
      const details = planOf(database, sql).filter((detail) => readsTooMuch(detail))
      return details.map((detail) => `${sql} → ${detail}`)
    })
    database.close()
    expect(prepared.size).toBeGreaterThan(300)
    expect(plans.filter((plan) => !wantsAll.some((start) => plan.startsWith(start)))).toEqual([])
  })

  it('takes no more writes once the file is broken, and says so once', async () => {
    const folder = newFolder()
    const failures: Error[] = []
    const storage = await openSqlite({ folder, onFatal: (error) => failures.push(error) })
    await seed(storage)
    const raw = new DatabaseSync(join(folder, 'colloquy.db'))
    raw.enableDefensive(false)
    raw.exec('PRAGMA writable_schema = ON')
    raw.exec("UPDATE sqlite_schema SET rootpage = 9999 WHERE name = 'turns'")
    raw.exec('PRAGMA schema_version = 9999')
    raw.close()
    const outcomes = await Promise.allSettled([1, 2].map((version) => storage.sessions.commit(commit(version))))
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(failures).toHaveLength(1)
    await expect(storage.check()).rejects.toThrow('takes no more writes')
    await storage.close()
  })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'colloquy-storage-'))
  folders.push(folder)
  return folder
}

/** Answers when the child has printed that many commits. */
async function commitInChild(folder: string, count: number): Promise<{ child: ChildProcess; output: () => string }> {
  const script = fileURLToPath(new URL('../testing/commit-forever.ts', import.meta.url))
  const child = spawn(process.execPath, ['--conditions=development', '--import', 'tsx', script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  let lines = 0
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
      lines += chunk.split('\n').length - 1
      if (lines >= count) resolve()
    })
    child.once('exit', (code) => reject(new Error(`The child ended with ${code}`)))
  })
  return { child, output: () => output }
}

async function kill(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}

type DatabaseInstance = InstanceType<typeof DatabaseSync>

function planOf(database: DatabaseInstance, sql: string): string[] {
  try {
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[]
    return plan.map(({ detail }) => detail)
  } catch {
    // A statement for a table that only exists while a database is moved.
    return []
  }
}

const growing = new Set(
  'sessions turns results answers visited_edges logs rejections exposures deliveries uploads inbox correspondents'.split(
    ' ',
  ),
)
/** Of these tables a workspace has a limited number of rows. */
const limited = new Set(['deliveries'])

/** Statements for all rows of a workspace or of its credentials. */
const wantsAll = [
  'DELETE FROM workspaces WHERE',
  "UPDATE uploads SET state = 'removed' WHERE id IN (SELECT id FROM uploads WHERE workspace_id = ?",
  'DELETE FROM inbox WHERE (id, workspace_id) IN (SELECT id, workspace_id FROM inbox WHERE workspace_id = ? LIMIT',
  'DELETE FROM correspondents WHERE (credentials_id, sender, workspace_id) IN (SELECT credentials_id, sender, workspace_id ' +
    'FROM correspondents WHERE workspace_id = ? LIMIT',
  'SELECT (SELECT max(last_message_at) FROM correspondents',
]

/** A step of a plan that reads a whole table, or all rows of a workspace. Indexes with a condition contain only a few rows. */
function readsTooMuch(detail: string): boolean {
  const [, kind, table = '', how = ''] = /^(SCAN|SEARCH) (\w+)(.*)$/.exec(detail) ?? []
  if (!growing.has(table)) return false
  return kind === 'SCAN' ? how === '' : !limited.has(table) && / \(workspace_id=\?\)$/.test(how)
}
