import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addPerson } from './testing/add-person.js'
import { findBarriers, openPage, openSignedIn } from './testing/browser.js'
import { choose } from './testing/choose.js'
import { group, words } from './testing/flow-parts.js'
import { focusedName, pressTo } from './testing/keyboard.js'
import { answer, chatOf } from './testing/previewing.js'
import { owner } from './testing/running-service.js'
import { visiting } from './testing/visiting.js'

/** Parts of a flow that people without the right to edit can see. */

const tests = visiting()

const webhook = {
  url: 'https://api.example.com/planted-path',
  method: 'GET',
  headers: [{ id: 'h1', key: 'X-Key', value: 'planted-header' }],
}
const note = { ...group('Note', [], { x: 0, y: 300 }), note: { colour: 'blue' } }
const flow = {
  name: 'Open flow',
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e0' }],
  edges: [
    { id: 'e0', from: { eventId: 'start' }, to: { groupId: 'First' } },
    { id: 'e1', from: { blockId: 'code' }, to: { groupId: 'Second' } },
  ],
  variables: [{ id: 'v1', name: 'Name', value: 'planted-value' }],
  groups: [
    group(
      'First',
      [
        words('t1', 'Who are you?'),
        { id: 'ask', type: 'text input', options: { variableId: 'v1' } },
        { id: 'code', type: 'Code', options: { content: 'const hello = 1' }, outgoingEdgeId: 'e1' },
      ],
      { x: 300 },
    ),
    group('Second', [words('t2', 'Nice to meet you.'), { id: 'call', type: 'Webhook', options: { webhook } }], {
      x: 700,
    }),
    note,
  ],
}

const look = async (botId: string, options: BrowserContextOptions = {}, path = '') => {
  const page = await openPage(tests.browser, options)
  page.setDefaultTimeout(60_000)
  await page.goto(`${tests.service.url}/bots/${botId}${path}`)
  return page
}
const isThere = (page: Page) => page.getByText('Read-only').waitFor()
const block = (page: Page, id: string) => page.locator(`[data-block-id="${id}"] .block-head`)
const share = (botId: string, isEnabled: boolean) =>
  tests.service.call('PATCH', `bots/${botId}`, { bot: { settings: { publicShare: { isEnabled } } } })
const makeOpen = async () => {
  const botId = await tests.service.make(flow)
  await share(botId, true)
  return botId
}
const goAwayAndComeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

describe('who is not signed in', () => {
  it('views a public flow, by mouse and by keys, and changes nothing', async () => {
    const botId = await makeOpen()
    const { revision } = await tests.service.call('GET', `bots/${botId}`)
    const asked: string[] = []
    const page = await openPage(tests.browser)
    page.on('request', (request) => request.url().includes('/api/') && asked.push(new URL(request.url()).pathname))
    page.setDefaultTimeout(60_000)
    await page.goto(`${tests.service.url}/bots/${botId}/results`)
    await isThere(page)
    await page.getByRole('button', { name: 'Show the whole flow' }).click()
    const zoom = page.getByRole('button', { name: /^Zoom \d+ %/ })
    const before = await zoom.innerText()
    await page.getByRole('button', { name: 'Zoom out' }).click()
    await expect.poll(() => zoom.innerText()).not.toBe(before)
    await page.keyboard.press('Shift+Digit1')

    await block(page, 't1').click()
    await page.getByRole('textbox', { name: 'Message' }).getByText('Who are you?').waitFor()
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Message' }).getAttribute('contenteditable'))
      .not.toBe('true')
    // The details panel has taken some of the space of the canvas.
    await page.getByRole('button', { name: 'Show the whole flow' }).click()
    await block(page, 'call').click()
    const address = page.getByLabel('Address', { exact: true })
    await expect.poll(() => address.inputValue()).toBe('https://api.example.com')
    await expect.poll(() => address.isDisabled()).toBe(true)
    await expect.poll(() => page.locator('body').innerText()).not.toContain('planted')
    await block(page, 'code').click()
    await page.getByRole('button', { name: /leads to Second: show it/ }).click()
    await page.getByRole('heading', { name: 'Details' }).waitFor()
    await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe('Second')

    for (const key of ['Delete', 'n', 'm', 'x', 'g', '/', 'e', 'F2', 'p', 'b', 'Control+d', 'Control+x', 'ArrowRight'])
      await page.keyboard.press(key)
    await page.keyboard.press('o')
    await page.locator('.outline-tree :focus').waitFor()
    await pressTo(page, 'ArrowUp', /^Script/)
    await page.keyboard.press('e')
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: 'Close the outline' }).click()
    await page.keyboard.press('Control+k')
    await expect.poll(() => focusedName(page)).toBe('Search')
    await page.keyboard.type('nice to meet')
    await page.getByRole('option', { name: /Nice to meet you/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Message' }).getByText('Nice to meet you.').waitFor()
    await page.getByRole('button', { name: 'Show the whole flow' }).click()
    await expect.poll(() => page.locator('.react-flow__node').count()).toBe(4)
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    for (const name of ['Publish', 'Preview', 'Undo', 'Results', 'Comments', 'Tidy up', 'Show the blocks'])
      expect(await page.getByRole('button', { name }).or(page.getByRole('link', { name })).count(), name).toBe(0)
    await expect.poll(() => page.locator('.saving').count()).toBe(0)
    expect(new Set(asked)).toEqual(new Set([`/api/v1/bots/${botId}`]))
    expect(page.problems).toEqual([])
    expect((await tests.service.call('GET', `bots/${botId}`)).revision).toBe(revision)
    await page.leave()
  })

  it('shows that a flow is not open, or has been closed meanwhile, and offers to sign in there', async () => {
    const page = await look(await tests.service.make(flow))
    await page.getByRole('heading', { name: 'This flow is not open to everybody' }).waitFor()
    const botId = await makeOpen()
    await page.goto(`${tests.service.url}/bots/${botId}#/First`)
    await isThere(page)
    await share(botId, false)
    await goAwayAndComeBack(page)
    await page.getByRole('heading', { name: 'This flow is not open to everybody' }).waitFor()
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Name of the bot').waitFor()
    await page.leave()
  })

  it('signs in from the flow itself', async () => {
    const page = await look(await makeOpen())
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Name of the bot').waitFor()
    expect(page.problems).toEqual([])
    await page.leave()
  })

  it.each([
    ['light', { width: 1440, height: 900 }],
    ['dark', { width: 390, height: 800 }],
  ] as const)('meets no barriers, in %s', async (colorScheme, viewport) => {
    const page = await look(await makeOpen(), { colorScheme, viewport })
    await isThere(page)
    for (const id of ['t1', 'call', 'code']) {
      await page.evaluate(
        (hash) => {
          location.hash = hash
        },
        `#/${id === 'call' ? 'Second' : 'First'}/${id}`,
      )
      await page.locator(`[data-form="${id}"]`).waitFor()
      await page.isCalm()
      expect(await findBarriers(page), id).toEqual([])
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width)
    await page.leave()
  })
})

it('a user with a workspace copies the bot into it, without its secrets', async () => {
  const botId = await makeOpen()
  const { workspace } = await tests.service.call('POST', 'workspaces', { name: 'Elsewhere' })
  const token = await addPerson(tests.service, 'Grace', { to: `workspaces/${workspace.id}` })
  const page = await openSignedIn(tests.browser, { url: tests.service.url, token }, `/bots/${botId}`)
  await isThere(page)
  await page.getByRole('button', { name: 'Make a copy' }).click()
  await choose(page.getByLabel('In the workspace'), 'Elsewhere')
  await page.isCalm()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Make a copy' }).click()
  await page.getByLabel('Name of the bot').waitFor()
  const copyId = page.url().match(/bots\/(\w+)/)?.[1]
  expect(copyId).not.toBe(botId)
  const { bot } = await tests.service.call('GET', `bots/${copyId}`)
  expect(bot).toMatchObject({ workspaceId: workspace.id, name: 'Open flow', groups: [{ title: 'First' }, {}, {}] })
  expect(JSON.stringify(bot)).not.toContain('planted')
  expect(page.problems).toEqual([])

  await share(botId, false)
  await page.goto(`${tests.service.url}/bots/${botId}`)
  await page.getByRole('heading', { name: 'Bot not found' }).waitFor()
  await page.leave()
})

it('with whom a bot is shared for looking sees all of it as it is, and previews it', async () => {
  const botId = await tests.service.make(flow)
  const token = await addPerson(tests.service, 'Lin', { to: `bots/${botId}`, type: 'READ' })
  const page = await openSignedIn(tests.browser, { url: tests.service.url, token }, `/bots/${botId}`)
  await isThere(page)
  await block(page, 'call').click()
  await expect.poll(() => page.getByLabel('Address', { exact: true }).inputValue()).toContain('planted-path')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await chatOf(page).getByText('Who are you?').waitFor()
  await answer(page, 'Lin')
  await chatOf(page).getByText('Nice to meet you.').waitFor()
  await tests.service.call('PATCH', `bots/${botId}`, { bot: { name: 'Another name' } })
  await page.getByText('Another name').waitFor()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await expect
    .poll(() => page.locator('main input:enabled, main select:enabled, main textarea:enabled').count())
    .toBe(0)
  await page.leave()
})

it('an editor opens a flow to everybody on the share page, and closes it again', async () => {
  const botId = await tests.service.make(flow)
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}/share`)
  const anonymous = () => fetch(`${tests.service.url}/api/v1/bots/${botId}`).then(({ status }) => status)
  const toggle = page.getByRole('switch', { name: 'Anyone with the link can view' })
  await toggle.press(' ')
  const address = `${tests.service.url}/bots/${botId}`
  await page.getByRole('button', { name: `Copy ${address}` }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await expect.poll(anonymous).toBe(200)
  await page.isCalm()
  expect(await findBarriers(page)).toEqual([])
  await toggle.press(' ')
  await expect.poll(anonymous).toBe(401)
  await expect.poll(() => page.getByRole('button', { name: `Copy ${address}` }).count()).toBe(0)
  expect(page.problems).toEqual([])
  await page.leave()
})
