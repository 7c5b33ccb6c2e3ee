import { DatabaseSync } from '@photostructure/sqlite'
import { expect, it } from 'vitest'
import { migrations } from '../migrations.js'
import { stepsOf } from './removal-steps.js'

/** Tables of which an owner has few small rows, as a limit says: they are deleted together with the owner. */
const few: Readonly<Record<string, string>> = {
  bot_sizes: 'one row of each bot',
  collaborators: 'people with whom a bot is shared',
  invitations: 'a quota, and deleted with the members of a workspace',
  comment_reads: 'one row of each person who reads the comments of a bot',
  summary_links: 'a number of each bot',
  summary_mails: 'a number of each bot',
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
