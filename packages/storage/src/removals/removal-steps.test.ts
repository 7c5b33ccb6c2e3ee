import { DatabaseSync } from '@photostructure/sqlite'
import { expect, it } from 'vitest'
import type { Database } from '../database.js'
import { migrations } from '../migrations.js'
import { sqliteDialect } from '../sqlite/sqlite-database.js'
import { stepsOf } from './removal-steps.js'

/** Tables of which an owner has few small rows, as a limit says: they are deleted together with the owner. */
const few: Readonly<Record<string, string>> = {
  bot_sizes: 'one row of each bot',
  collaborators: 'people with whom a bot is shared',
  invitations: 'a quota, and deleted with the members of a workspace',
  comment_reads: 'one row of each person who reads the comments of a bot',
  summary_links: 'a number of each bot',
  summary_mails: 'a number of each bot',
  notification_rules: 'a number of each person',
  deployments: 'a quota, and deleted when the bot is marked',
  environments: 'a number of each bot, deleted when it is marked',
  experiment_releases: 'releases of experiments that run, deleted when the bot is marked',
  members: 'a quota, deleted when the workspace is marked',
  credentials: 'a quota, deleted when the workspace is marked',
  oauth_sign_ins: 'a number of each person, deleted when the owner is marked',
  verify_tokens: 'a quota, deleted when the workspace is marked',
  domain_claims: 'a quota, deleted when the workspace is marked',
  tokens: 'a quota, deleted when the account is marked',
  sign_ins: 'devices of a person, deleted when the account is marked',
  passwords: 'one of each person',
  account_links: 'a number of each person',
  preview_phones: 'phones of a person, deleted when the account is marked',
  preview_counts: 'one row of each workspace',
  contact_counts: 'one row of each workspace',
  inbox_presence: 'one row of each person who has answered in a workspace',
  team_members: 'one row of each team, which a workspace has few of, and member',
  webhook_fields: 'one row of each kind of notification that an account of a messaging app sends',
}

it.each(['bots', 'workspaces', 'knowledge_bases', 'users'] as const)(
  'rows that refer to those of %s are deleted in batches, unless there are few of them',
  (owner) => {
    const emptied = new Set(allSteps(owner).flatMap(({ tables }) => tables))
    const unbounded = [...dependents(owner)].filter((table) => !emptied.has(table) && !(table in few))
    expect(unbounded).toEqual([])
  },
)

it('every table of which an owner has few rows exists and is not also deleted in batches by all', () => {
  const known = new Set(['bots', 'workspaces', 'knowledge_bases', 'users'].flatMap((owner) => [...dependents(owner)]))
  expect(Object.keys(few).filter((table) => !known.has(table))).toEqual([])
})

it('on SQLite, every statement of a removal finds rows by the ids that it is given, however many others its owner has', () => {
  const database = new DatabaseSync(':memory:')
  for (const migration of migrations) database.exec(migration)
  const slow = [...statementsOfSteps()].flatMap((sql) => {
    const plan = database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail))
    const scans = plan.filter((detail) => /^SCAN (?!CONSTANT ROW|json_each|counted|invitations)/.test(detail))
    const given = [...sql.matchAll(/(\w+) IN \(SELECT value FROM json_each/g)].map(([, column]) => column)
    const misses = given.filter((column) => !plan.some((detail) => new RegExp(`[( ]${column}=\\?`).test(detail)))
    const filters = plan.filter((detail) => detail.includes('BLOOM FILTER'))
    return scans.length + misses.length + filters.length > 0 ? [{ sql, plan }] : []
  })
  database.close()
  expect(slow).toEqual([])
})

/** The statements of all steps for an owner with rows of everything: first few below each, then very many. */
function statementsOfSteps(): Set<string> {
  const statements = new Set<string>()
  const steps = Object.values(stepsOf).flat()
  for (const step of steps)
    for (const isWhole of [0, 1])
      for (const count of [1, 1_000]) {
        const removal = {
          kind: 'results' as const,
          ownerId: 'b1',
          workspaceId: 'w1',
          until: 9,
          isWhole,
          step: 0,
          position: 0,
        }
        const work = step.work({ dialect: sqliteDialect } as Database, removal, 10, 1)
        const rows = Array.from({ length: count }, (_, index) => ({ id: `${index}`, createdAt: 1, expiresAt: 1 }))
        for (let state = work.next(); !state.done; state = work.next({ rows, changes: 1 }))
          statements.add(state.value.sql)
        const many = {
          answers: count,
          visited_edges: count,
          logs: count,
          rejections: count,
          deliveries: count,
          turns: count,
        }
        const again = step.work({ dialect: sqliteDialect } as Database, removal, 10, 1)
        for (let state = again.next(); !state.done; ) {
          statements.add(state.value.sql)
          const isCount = state.value.sql.startsWith('SELECT (SELECT count')
          state = again.next({ rows: isCount ? [many] : rows, changes: 1 })
        }
      }
  return statements
}

/** The steps of an owner and, for a workspace, of what it has. */
function allSteps(owner: 'bots' | 'workspaces' | 'knowledge_bases' | 'users') {
  const others = {
    workspaces: ['bots', 'results', 'knowledge_bases'],
    bots: ['results'],
    knowledge_bases: [],
    users: [],
  } as const
  return [owner, ...others[owner]].flatMap((kind) => stepsOf[kind])
}

/** Tables whose rows a deletion of the owner would delete or change, by references of any depth. */
function dependents(owner: string): Set<string> {
  const database = new DatabaseSync(':memory:')
  for (const migration of migrations) database.exec(migration)
  const names = (
    database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as { name: string }[]
  ).map(({ name }) => name)
  const owners = new Map(
    names.map((name) => [
      name,
      (database.prepare(`PRAGMA foreign_key_list(${name})`).all() as { table: string; on_delete: string }[])
        .filter(({ on_delete }) => owner !== 'users' || on_delete !== 'NO ACTION')
        .map(({ table }) => table),
    ]),
  )
  database.close()
  const found = new Set<string>()
  for (let size = -1; size !== found.size; ) {
    size = found.size
    for (const [name, referred] of owners)
      if (name !== owner && referred.some((table) => table === owner || found.has(table))) found.add(name)
  }
  return found
}
