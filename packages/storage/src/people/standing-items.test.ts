import { expect, test } from 'vitest'
import { movedTables } from '../move/tables.js'

/** Columns of rows that act without a request of their author, or admit somebody by a secret. */
const acting = ['due_at', 'expires_at', 'leased_until', 'checked_at', 'token', 'hash', 'refreshed_at']

/** In whose name the rows of each such table act. `author` for what `StandingItemStore` lists. */
const inNameOf: Readonly<Record<string, string>> = {
  summary_links: 'author',
  summary_mails: 'author',
  deployments: 'author',
  experiments: 'author',
  invitations: 'author',
  sessions: 'visitors, or the person whose id is in the state of a preview',
  sign_ins: 'their user',
  tokens: 'their owner, whose rights are asked for each request',
  account_links: 'their user',
  oauth_sign_ins: 'their user, whose role is asked again at the end',
  verify_tokens: 'the provider of a messaging app',
  inbox: 'the contact, or the person whose id is in the entry of a preview',
  correspondents: 'the contact, or the person whose id is in the session of a preview',
  domain_claims: 'the workspace',
  passwords: 'their user',
  preview_phones: 'their user, who confirms a phone by them',
  deliveries: 'the bot, for its visitors',
  notification_rules: 'their user, whose rights are asked for each notification',
  uploads: 'the bot or its visitors',
  knowledge_sources: 'the workspace',
}

const tables = movedTables().map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }))

test('every table whose rows act later says in whose name they do', () => {
  const found = tables.filter(({ columns }) => columns.some((column) => acting.includes(column)))
  expect(found.map(({ name }) => name).sort()).toEqual(Object.keys(inNameOf).sort())
})

test('everything that acts in the name of its author stores the author', () => {
  const ofAuthors = tables.filter(({ name }) => inNameOf[name] === 'author')
  expect(ofAuthors.map(({ name }) => name).sort()).toEqual(
    Object.keys(inNameOf)
      .filter((name) => inNameOf[name] === 'author')
      .sort(),
  )
  for (const { columns } of ofAuthors) expect(columns).toContain('author_id')
})
