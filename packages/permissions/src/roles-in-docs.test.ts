import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type BotPermission, can, type Permission, permissions, type Standing } from './index.js'

const page = readFileSync(new URL('../../../docs/accounts.md', import.meta.url), 'utf8')

const bots = 'Open, create, edit, publish, archive and delete all bots'
const results = 'Read, export and delete results of all bots'
const resources = 'Create and change credentials, knowledge bases, themes, folders and domains'
const speaking = 'Speak in conversations in place of the bot'
const overview = 'See members and usage'

/** The row of the roles of a workspace that each permission belongs to. */
const rowOfWorkspace: Record<Permission, string> = {
  'bot.open': bots,
  'bot.read': bots,
  'bot.test': bots,
  'bot.follow': bots,
  'bot.preview': bots,
  'bot.copy': bots,
  'bot.copyTests': bots,
  'bot.edit': bots,
  'bot.delete': bots,
  'bot.publish': bots,
  'bot.connect': bots,
  'bot.addFile': speaking,
  'bot.readComments': bots,
  'bot.comment': bots,
  'bot.seePeople': bots,
  'bot.invite': bots,
  'bot.manageSharing': bots,
  'environments.read': bots,
  'environments.manage': bots,
  'experiments.read': bots,
  'experiments.manage': bots,
  'results.read': results,
  'results.follow': results,
  'results.record': results,
  'results.share': results,
  'results.delete': results,
  'inbox.answer': speaking,
  'inbox.use': speaking,
  'inbox.supervise': 'See the conversations of all bots in the inbox',
  'contacts.read': 'Read, change and delete contacts',
  'contacts.manage': 'Read, change and delete contacts',
  'workspace.read': 'Open bots that are shared with them',
  'workspace.belong': 'Open bots that are shared with them',
  'workspace.listBots': bots,
  'workspace.seeUsage': overview,
  'workspace.manage': 'Change name and icon, delete the workspace',
  'workspace.delete': 'Change name and icon, delete the workspace',
  'workspace.eraseResults': 'Delete everything that a person left ([by a value](operations.md#personal-data))',
  'members.see': overview,
  'members.manage': 'Invite, change roles, remove members',
  'bots.create': bots,
  'credentials.manage': resources,
  'integrations.use': resources,
  'messaging.manage': resources,
  'deliveries.manage': resources,
  'knowledge.manage': resources,
  'folders.manage': resources,
  'themes.manage': resources,
  'domains.manage': resources,
}

const looking = 'Read, preview and copy the draft, run its tests, read the results'
const working = 'Change, publish and delete the bot, manage its environments and experiments, share and delete results'

/** The row of the roles of a bot that each permission belongs to; `undefined` for those that no share of a bot gives. */
const rowOfBot: Record<BotPermission, string | undefined> = {
  'bot.open': looking,
  'bot.read': looking,
  'bot.test': looking,
  'bot.follow': looking,
  'bot.preview': looking,
  'bot.copy': looking,
  'bot.copyTests': undefined,
  'bot.edit': working,
  'bot.delete': working,
  'bot.publish': working,
  'bot.connect': working,
  'bot.addFile': 'Speak in its conversations in place of the bot',
  'bot.readComments': looking,
  'bot.comment': 'Comment',
  'bot.seePeople': 'See who has access, invite viewers and editors',
  'bot.invite': 'See who has access, invite viewers and editors',
  'bot.manageSharing': 'Invite managers, change and remove shares',
  'environments.read': looking,
  'environments.manage': working,
  'experiments.read': looking,
  'experiments.manage': working,
  'results.read': looking,
  'results.follow': looking,
  'results.record': working,
  'results.share': working,
  'results.delete': working,
  'inbox.answer': 'Speak in its conversations in place of the bot',
}

/** Reads the table that begins with these columns: the cells of each row by its first one. */
function tableOf(columns: readonly string[]): Map<string, string[]> {
  const head = `| | ${columns.join(' | ')} |\n`
  const start = page.indexOf(head)
  expect(start, `docs/accounts.md has no table with the head ${head}`).toBeGreaterThan(0)
  const [, ...rows] = page
    .slice(start + head.length)
    .split('\n\n')[0]!
    .split('\n')
  const cells = rows.map((row) => row.slice(2, -2).split(' | '))
  return new Map(cells.map(([name = '', ...marks]) => [name, marks]))
}

function expectedRows(
  rows: Record<string, string | undefined>,
  standings: readonly Standing[],
): Map<string, Set<string>> {
  const expected = new Map<string, Set<string>>()
  for (const [permission, row] of Object.entries(rows)) {
    const marks = standings.map((standing) => (can(standing, permission as Permission) ? 'yes' : '–')).join(' ')
    if (row === undefined) expect(marks, permission).not.toContain('yes')
    else expected.set(row, (expected.get(row) ?? new Set()).add(marks))
  }
  return expected
}

it.each([
  ['a workspace', ['Guest', 'Agent', 'Member', 'Admin'], ['guest', 'inboxAgent', 'member', 'admin'], rowOfWorkspace],
  ['a bot', ['Viewer', 'Editor', 'Manager'], ['viewer', 'editor', 'manager'], rowOfBot],
] as const)('the page about accounts says what each role of %s may do', (_, columns, standings, rows) => {
  const table = tableOf(columns)
  const expected = expectedRows(rows, standings)
  expect([...table.keys()].sort()).toEqual([...expected.keys()].sort())
  for (const [row, marks] of expected) expect([...marks], row).toEqual([table.get(row)?.join(' ')])
})

it('every permission is in a row of the page about accounts', () => {
  expect(Object.keys(rowOfWorkspace).sort()).toEqual(Object.keys(permissions).sort())
})
