import { beforeAll, describe, expect, it } from 'vitest'
import { addPerson } from './testing/add-person.js'
import { findBarriers, openSignedIn } from './testing/browser.js'
import { offeredBy } from './testing/choose.js'
import { group, words } from './testing/flow-parts.js'
import { focusedName } from './testing/keyboard.js'
import { openDatabase } from './testing/open-database.js'
import { visiting } from './testing/visiting.js'

/** Actions that each role is offered: none that the server then refuses. Such an error would appear in the console of the page. */

const tests = visiting()

const flow = {
  name: 'Shared flow',
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e0' }],
  edges: [{ id: 'e0', from: { eventId: 'start' }, to: { groupId: 'First' } }],
  variables: [{ id: 'v1', name: 'Name' }],
  groups: [
    group('First', [words('t1', 'Who are you?'), { id: 'ask', type: 'text input', options: { variableId: 'v1' } }], {
      x: 300,
    }),
    group('Second', [words('t2', 'Nice to meet you.')], { x: 700 }),
  ],
}
let botId: string
beforeAll(async () => {
  const { call, url, workspaceId } = tests.service
  botId = await tests.service.make(flow)
  await call('POST', `bots/${botId}/publish`)
  const { bot } = await call('GET', `bots/${botId}`)
  const post = (path: string, body: object) =>
    fetch(`${url}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then((response) => response.json() as Promise<{ sessionId: string }>)
  const { sessionId } = await post(`bots/${bot.publicId}/startChat`, {})
  await post(`sessions/${sessionId}/continueChat`, { message: 'Ada' })
  await call('POST', 'credentials', {
    workspaceId,
    credentials: { type: 'openai', name: 'A model', data: { apiKey: 'sk-something' } },
  })
})

const open = (token: string, path: string) => openSignedIn(tests.browser, { url: tests.service.url, token }, path)
type Opened = Awaited<ReturnType<typeof open>>
const of = (page: Opened) => (name: string | RegExp) =>
  page.getByRole('button', { name }).or(page.getByRole('menuitem', { name })).count()
const goTo = async (page: Opened, path: string, heading: string) => {
  await page.goto(`${tests.service.url}${path}`)
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
  await page.isCalm()
}

/** Menu items on the card of a published bot for people with read access. */
const looking = ['Results', 'Open the public page', 'Copy the share link']

describe('who may look at a bot and nothing else', () => {
  it('reads all of its pages, and is offered nothing there that is refused', async () => {
    const token = await addPerson(tests.service, 'Lin', { to: `bots/${botId}`, type: 'READ' })
    const page = await open(token, '/')
    const offered = of(page)
    const path = `/bots/${botId}`
    await page.getByText('You are a guest here').waitFor()
    await page.isCalm()
    for (const name of ['New bot', 'New folder']) expect(await offered(name), name).toBe(0)
    await page.getByText('Read-only').waitFor()
    await page.getByRole('button', { name: 'More about Shared flow' }).click()
    await page.getByRole('menuitem', { name: 'Export' }).waitFor()
    await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual([...looking, 'Export'])

    await goTo(page, `${path}/share`, 'Share')
    await page.getByRole('button', { name: /^Copy http.*shared-flow/ }).waitFor()
    for (const name of ['Stop responses', 'Unpublish', 'Change', 'Invite', /^Remove/])
      expect(await offered(name), String(name)).toBe(0)
    expect(await offered('Leave')).toBe(1)
    await expect.poll(() => page.getByLabel('Title', { exact: true }).isDisabled()).toBe(true)
    await expect.poll(() => page.getByRole('switch', { name: 'Anyone with the link can view' }).isDisabled()).toBe(true)

    await goTo(page, `${path}/results`, 'Results 1')
    await page.getByLabel(/^Choose the result of/).check()
    expect(await offered(/^Delete/)).toBe(0)
    await page.getByRole('button', { name: 'Export 1' }).waitFor()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByText('The choice is yours alone').waitFor()
    await page.getByLabel('Name', { exact: true }).first().uncheck()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Versions' }).click()

    await page.getByText('are the same').waitFor()
    await page.locator('.release').nth(1).click()
    for (const name of [/Publish/, /Restore/]) expect(await offered(name), String(name)).toBe(0)
    for (const [position, heading] of [
      ['theme', 'Theme'],
      ['settings', 'Settings'],
      ['analytics', 'Analytics'],
    ] as const) {
      await goTo(page, `${path}/${position}`, heading)
      await page.isCalm()
      expect(await findBarriers(page)).toEqual([])
    }
    expect(page.problems).toEqual([])
    await page.leave()
  })

  it('says what they think of it', async () => {
    const token = await addPerson(tests.service, 'Joan', { to: `bots/${botId}`, type: 'READ' })
    const page = await open(token, `/bots/${botId}`)
    await page.locator('[data-block-id="t1"] .block-head').click()
    await page.keyboard.press('c')
    await expect.poll(() => focusedName(page)).toBe('Comment')
    await page.keyboard.type('Rather short.')
    await page.keyboard.press('Control+Enter')
    await page.locator('.said-text', { hasText: 'Rather short.' }).waitFor()
    await page.getByRole('button', { name: 'Resolve' }).click()
    await page.getByRole('button', { name: 'Show resolved (1)' }).waitFor()
    expect(page.problems).toEqual([])
    await page.leave()
  })

  it('collapses groups for themselves only, while others edit', async () => {
    const token = await addPerson(tests.service, 'Mary', { to: `bots/${botId}`, type: 'READ' })
    const page = await open(token, `/bots/${botId}`)
    const before = await tests.service.call('GET', `bots/${botId}`)
    await page.getByRole('button', { name: 'Collapse First' }).click()
    const closed = page.locator('[data-group-id="First"] .group-collapsed')
    await closed.waitFor()
    await page.locator('[data-block-id="t2"] .block-head').focus()
    await page.keyboard.press('Enter')
    await page.locator('[data-block-id="t2"] .block-head').focus()
    await page.keyboard.press('x')
    await page.locator('[data-group-id="Second"] .group-collapsed').waitFor()

    await tests.service.call('PATCH', `bots/${botId}`, { bot: { name: 'Another name' } })
    await page.getByText('Another name').waitFor()
    await expect.poll(() => page.locator('.group-collapsed').count()).toBe(2)
    await page.getByRole('link', { name: 'Versions' }).click()
    await page.getByText('are the same').waitFor()
    await page.getByRole('link', { name: 'Build' }).click()
    await page.getByRole('button', { name: 'Expand First' }).click()
    await page.locator('[data-block-id="t1"]').waitFor()
    await expect.poll(() => page.locator('.group-collapsed').count()).toBe(1)
    await page.reload()
    await page.locator('[data-block-id="t2"]').waitFor()
    const after = await tests.service.call('GET', `bots/${botId}`)
    expect(after.bot.groups).toEqual(before.bot.groups)
    expect(after.revision).toBe(before.revision + 1)
    await tests.service.call('PATCH', `bots/${botId}`, { bot: { name: flow.name } })
    expect(page.problems).toEqual([])
    await page.leave()
  })
})

it('a collaborator on one bot who is a guest of its workspace sees the actions of guests', async () => {
  const token = await addPerson(tests.service, 'Edith', { to: `bots/${botId}`, type: 'WRITE' })
  const page = await open(token, `/bots/${botId}/share`)
  const offered = of(page)
  await page.getByRole('heading', { name: 'Share', level: 1 }).waitFor()
  await page.getByLabel('Role', { exact: true }).waitFor()
  expect(await offeredBy(page.getByLabel('Role', { exact: true }))).toEqual(['Viewer', 'Editor'])
  await expect.poll(() => page.getByLabel(/^Role of/).count()).toBe(0)
  await page.getByRole('button', { name: 'Stop responses' }).waitFor()
  await goTo(page, `/bots/${botId}/theme`, 'Theme')
  await expect.poll(() => page.getByText('Saved themes').count()).toBe(0)
  await goTo(page, '/', 'Bots')
  await page.getByRole('button', { name: 'More about Shared flow' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).waitFor()
  await expect
    .poll(() => page.getByRole('menuitem').allInnerTexts())
    .toEqual([...looking, 'Rename…', 'Export', 'Archive', 'Delete…'])
  await page.keyboard.press('Escape')

  const settings = `/workspaces/${tests.service.workspaceId}/settings`
  await goTo(page, `${settings}/general`, 'General')
  await expect.poll(() => page.getByLabel('Name', { exact: true }).isDisabled()).toBe(true)
  for (const name of ['Save', /^Delete/]) expect(await offered(name), String(name)).toBe(0)
  await page.getByText('Only admins of the workspace can change').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await expect.poll(() => page.getByRole('link', { name: 'Themes' }).count()).toBe(0)
  await goTo(page, `${settings}/members`, 'Members')
  expect(await offered('Invite')).toBe(0)
  await goTo(page, `${settings}/credentials`, 'Credentials')
  await expect.poll(() => page.getByText('A model', { exact: true }).count()).toBe(0)
  for (const name of [/^Add/, /^Test/, /^Change/]) expect(await offered(name), String(name)).toBe(0)
  await goTo(page, `${settings}/domains`, 'Domains')
  for (const name of ['Add', 'Verify', /^Remove/]) expect(await offered(name), String(name)).toBe(0)
  await expect.poll(() => page.getByRole('link', { name: 'Usage' }).count()).toBe(0)
  expect(page.problems).toEqual([])
  await page.leave()
})

it('who makes a copy is offered workspaces that take it, or makes one', async () => {
  const openId = await tests.service.make({ ...flow, name: 'Open flow' })
  await tests.service.call('PATCH', `bots/${openId}`, { bot: { settings: { publicShare: { isEnabled: true } } } })
  const token = await addPerson(tests.service, 'Hedy', { type: 'GUEST' })
  const page = await open(token, `/bots/${openId}`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Make a copy' }).click()
  await dialog.getByText('As a guest you cannot create bots').waitFor()
  await page.isCalm()
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByLabel('Name of the new workspace').fill('Of Hedy')
  await page.keyboard.press('Enter')
  await page.getByLabel('Name of the bot').waitFor()
  const copyId = page.url().match(/bots\/(\w+)/)?.[1]
  expect(copyId).not.toBe(openId)

  await page.goto(`${tests.service.url}/bots/${openId}`)
  await page.getByRole('button', { name: 'Make a copy' }).click()
  await dialog.getByLabel('In the workspace').waitFor()
  expect(await offeredBy(dialog.getByLabel('In the workspace'))).toEqual(['Of Hedy'])
  expect(page.problems).toEqual([])
  await page.leave()
})

it('a viewer of a bot can copy it into their own workspace', async () => {
  const token = await addPerson(tests.service, 'Radia', { to: `bots/${botId}`, type: 'READ' })
  const page = await open(token, `/bots/${botId}/results`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Make a copy' }).click()
  await dialog.getByText('As a guest you cannot create bots').waitFor()
  await dialog.getByRole('button', { name: 'Make both' }).click()
  await page.getByLabel('Name of the bot').waitFor()
  expect(page.url()).not.toContain(botId)
  await page.locator('[data-block-id="t1"]').or(page.getByText('Who are you?')).first().waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})

it('who belongs to a workspace that is suspended sees what is there, and is offered nothing', async () => {
  const member = await addPerson(tests.service, 'Barbara', { type: 'MEMBER' })
  const database = openDatabase(tests.service.folder)
  const suspend = (next: 0 | 1) => database.prepare('UPDATE workspaces SET is_suspended = ?').run(next)
  suspend(1)
  try {
    const page = await open(member, '/')
    await page.getByText('This workspace is suspended').waitFor()
    await page.getByText('Shared flow').waitFor()
    await page.isCalm()
    expect(await findBarriers(page)).toEqual([])
    for (const name of ['New bot', 'New folder', /^More about/]) expect(await of(page)(name), String(name)).toBe(0)
    await expect.poll(() => page.getByRole('link', { name: 'Shared flow' }).count()).toBe(0)
    const settings = `/workspaces/${tests.service.workspaceId}/settings`
    await goTo(page, `${settings}/credentials`, 'Credentials')
    await page.getByText('A model').waitFor()
    for (const name of [/^Add/, /^Test/, /^Change/]) expect(await of(page)(name), String(name)).toBe(0)
    await goTo(page, `${settings}/domains`, 'Domains')
    expect(await of(page)('Add')).toBe(0)
    expect(page.problems).toEqual([])
    await page.leave()
  } finally {
    suspend(0)
    database.close()
  }
})
