import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { findBarriers, openSignedIn } from '../testing/browser.js'
import { choose } from '../testing/choose.js'
import { group, words } from '../testing/flow-parts.js'
import { visiting } from '../testing/visiting.js'

const tests = visiting()
let botId: string

const groups = (max: number) => [
  group(
    'g1',
    [
      { id: 'age', type: 'number input', options: { variableId: 'v1', max } },
      words('old', 'You are {{Age}}'),
      { id: 'city', type: 'text input' },
    ],
    { x: 300, title: 'Questions' },
  ),
]

beforeAll(async () => {
  const { service } = tests
  botId = await service.make({
    name: 'Recorded',
    publicId: 'recorded',
    events: [{ id: 's', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
    edges: [{ id: 'e', from: { eventId: 's' }, to: { groupId: 'g1' } }],
    variables: [{ id: 'v1', name: 'Age' }],
    groups: groups(100),
  })
  await service.call('POST', `bots/${botId}/publish`, {})
  for (const age of ['20', '30', '40']) {
    const { sessionId } = await service.call('POST', 'bots/recorded/startChat', {})
    await service.call('POST', `sessions/${sessionId}/continueChat`, { message: age })
  }
})

const strip = (page: Page, text: string) => page.locator('.replay-strip').getByText(text)
const shot = async (page: Page, name: string) =>
  process.env.SHOTS && (await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }))

it('lists after an edit which conversations change, shows both versions of one, and keeps the outcome with the release', async () => {
  const { service, browser } = tests
  const viewport = { width: 1280, height: 800 }
  const page = await openSignedIn(browser, service, `/bots/${botId}`, { viewport })
  await strip(page, 'All 3 conversations go as before').waitFor()
  await shot(page, 'same')
  await service.call('PATCH', `bots/${botId}`, { bot: { groups: groups(25) } })
  await page.getByRole('button', { name: 'Details', exact: true }).click()
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.waitFor()
  await strip(page, '1 of 3 conversations goes as before; 2 have a reply rejected').click()
  // Both paths need the space of the panel.
  await details.waitFor({ state: 'detached' })
  const report = page.getByRole('region', { name: 'Replayed conversations' })
  await report.getByText('Reply rejected').click()
  await shot(page, 'report')
  await report.getByRole('button', { name: 'Compare conversation 1' }).click()
  await report.getByText('You are 40').waitFor()
  await page.locator('[data-block-id="old"]').first().waitFor()
  await expect
    .poll(() => page.locator('[data-block-id="old"]').evaluate((it) => getComputedStyle(it).outlineStyle))
    .toBe('dashed')
  // The block at which the versions diverge is visible beside the report.
  const fork = page.locator('.canvas [data-block-id="age"]')
  await expect
    .poll(async () => {
      const [block, panel] = await Promise.all([fork.boundingBox(), report.boundingBox()])
      return block && panel && block.x > 0 && block.x + block.width <= panel.x
    })
    .toBe(true)
  await shot(page, 'compare')
  expect(await findBarriers(page, undefined, '.replay-panel')).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await shot(page, 'compare-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await report.getByRole('button', { name: 'Close the report' }).click()

  await page.getByRole('button', { name: 'More about publishing' }).click()
  await page.getByRole('menuitem', { name: 'Publish with a note…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish' })
  await dialog.getByText('The outcome is kept with the release').waitFor()
  await dialog.getByRole('listitem').filter({ hasText: 'At “Number” in Questions' }).getByText('2').waitFor()
  await choose(dialog.getByRole('combobox', { name: 'Conversations of' }), /^the version of/)
  await dialog.getByText('The outcome is kept with the release').waitFor()
  await shot(page, 'publish')
  expect(await findBarriers(page, undefined, '[role="dialog"]')).toEqual([])
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { releases } = await service.call('GET', `bots/${botId}/releases`)
  expect(releases[0].replay).toMatchObject({
    conversations: 3,
    classes: { refused: 2, same: 1 },
    releaseId: releases[1].id,
  })
  expect(page.problems).toEqual([])
  await page.leave()
})

it('fits the report on a phone', async () => {
  const { service, browser } = tests
  const viewport = { width: 390, height: 844 }
  const page = await openSignedIn(browser, service, `/bots/${botId}`, { viewport, colorScheme: 'dark' })
  await page.getByRole('button', { name: 'Close the outline' }).click()
  await page.locator('.replay-strip button').click()
  const report = page.getByRole('region', { name: 'Replayed conversations' })
  await report.waitFor()
  await shot(page, 'phone')
  const box = await report.boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true)
  await page.leave()
})

it('leads from the strip to a conversation and back by keyboard alone', async () => {
  const { service, browser } = tests
  await service.call('PATCH', `bots/${botId}`, { bot: { groups: groups(25) } })
  const page = await openSignedIn(browser, service, `/bots/${botId}`, { viewport: { width: 1280, height: 800 } })
  const focused = () => page.evaluate(() => document.activeElement?.textContent || document.activeElement?.ariaLabel)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const button = page.locator('.replay-strip button')
  await button.focus()
  await press('Enter')
  const report = page.getByRole('region', { name: 'Replayed conversations' })
  await report.getByText('Reply rejected').waitFor()
  await press('Tab', 'Tab', 'Enter', 'Tab', 'Tab')
  expect(await focused()).toBe('Compare conversation 1')
  await press('Enter')
  await report.getByText('Before and after').waitFor()
  expect(await focused()).toBe('Back to the report')
  await press('Escape')
  expect(await focused()).toBe('Compare conversation 1')
  await press('Escape')
  await report.waitFor({ state: 'detached' })
  expect(await button.evaluate((it) => it === document.activeElement)).toBe(true)
  await page.leave()
})

it('renders both paths of a conversation over each other, with groups and edges that the draft no longer has', async () => {
  const { service, browser } = tests
  const edge = (id: string, blockId: string, groupId: string) => ({ id, from: { blockId }, to: { groupId } })
  const ask = (id: string, edgeId: string) => ({ id, type: 'text input', outgoingEdgeId: edgeId })
  const first = group('name', [words('who', 'Who are you?'), ask('q1', 'on')], { x: 300, title: 'Name' })
  const last = group('bye', [words('end', 'Good bye')], { x: 1150, title: 'Farewell' })
  const start = { id: 'e', from: { eventId: 's' }, to: { groupId: 'name' } }
  const id = await service.make({
    name: 'Two paths',
    publicId: 'two-paths',
    events: [{ id: 's', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
    edges: [start, edge('on', 'q1', 'city'), edge('off', 'q2', 'bye')],
    groups: [
      first,
      group('city', [words('where', 'Where from?'), ask('q2', 'off')], { x: 720, y: -160, title: 'City' }),
      last,
    ],
  })
  await service.call('POST', `bots/${id}/publish`, {})
  const { sessionId } = await service.call('POST', 'bots/two-paths/startChat', {})
  for (const message of ['Ada', 'London']) await service.call('POST', `sessions/${sessionId}/continueChat`, { message })
  const page = await openSignedIn(browser, service, `/bots/${id}`)
  await strip(page, '1 conversation goes as before').waitFor()
  const thanks = group('thanks', [words('short', 'Thanks'), ask('q3', 'off')], { x: 720, y: 220, title: 'Thanks' })
  await service.call('PATCH', `bots/${id}`, {
    bot: { edges: [start, edge('on', 'q1', 'thanks'), edge('off', 'q3', 'bye')], groups: [first, thanks, last] },
  })
  await strip(page, 'meets a new question').click()
  const report = page.getByRole('region', { name: 'Replayed conversations' })
  await report.locator('summary').click()
  await report.getByRole('button', { name: 'Compare conversation 1' }).click()
  await page.locator('.lost-group').getByText('City').waitFor()
  await page.locator('.lost-way path').nth(1).waitFor({ state: 'attached' })
  const styleOf = (selector: string, name: 'outlineStyle' | 'strokeDasharray') =>
    page.locator(selector).evaluate((it, key) => getComputedStyle(it)[key as 'outlineStyle'], name)
  await shot(page, 'paths')
  expect(await page.locator('.lost-way path').count()).toBe(2)
  expect(await styleOf('[data-block-id="short"]', 'outlineStyle')).toBe('solid')
  expect(await styleOf('[data-block-id="end"]', 'outlineStyle')).toBe('dashed')
  expect(await styleOf('.react-flow__edge[data-id="on"] .react-flow__edge-path', 'strokeDasharray')).toBe('none')
  await page.emulateMedia({ colorScheme: 'dark' })
  await shot(page, 'paths-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await report.getByRole('button', { name: 'Back to the report' }).click()
  await page.locator('.lost-group').waitFor({ state: 'detached' })
  expect(page.problems).toEqual([])
  await page.leave()
})

it('replays conversations of earlier releases, and those that reached another bot', async () => {
  const { service } = tests
  const start = {
    events: [{ id: 's', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
    edges: [{ id: 'e', from: { eventId: 's' }, to: { groupId: 'g' } }],
  }
  const linked = await service.make({
    name: 'Linked',
    publicId: 'linked',
    ...start,
    groups: [group('g', [words('hi', 'Hi from the other bot')])],
  })
  await service.call('POST', `bots/${linked}/publish`, {})
  const blocks = [
    { id: 'ask', type: 'text input' },
    { id: 'link', type: 'Bot link', options: { botId: linked } },
  ]
  const id = await service.make({ name: 'Linking', publicId: 'linking', ...start, groups: [group('g', blocks)] })
  // The conversations of the first release are not on the first pages.
  for (const count of [3, 205]) {
    await service.call('POST', `bots/${id}/publish`, {})
    for (let chat = 0; chat < count; chat++) {
      const { sessionId } = await service.call('POST', 'bots/linking/startChat', {})
      await service.call('POST', `sessions/${sessionId}/continueChat`, { message: 'Ada' })
    }
    await service.call('PATCH', `bots/${id}`, { bot: { groups: [group('g', [...blocks, words('end', 'Bye')])] } })
  }
  const page = await openSignedIn(tests.browser, service, `/bots/${id}`)
  await strip(page, '205 of 208 conversations go as before; 3 take another path').waitFor()
  await page.leave()
})

it('marks its summary as out of date until the worker has replayed the last edit', async () => {
  const { service, browser } = tests
  const page = await openSignedIn(browser, service, `/bots/${botId}`)
  const button = page.locator('.replay-strip button[aria-busy="false"]')
  await button.waitFor()
  await page.evaluate(() => {
    const { postMessage } = Worker.prototype
    const held: (() => void)[] = []
    Worker.prototype.postMessage = function (this: Worker, message: { kind?: string }) {
      if (message.kind === 'draft') held.push(() => postMessage.call(this, message))
      else postMessage.call(this, message)
    } as typeof postMessage
    const release = () => {
      for (const send of held.splice(0)) send()
    }
    Object.assign(window, { release })
  })
  await service.call('PATCH', `bots/${botId}`, { bot: { groups: groups(35) } })
  await page.locator('.replay-strip button[aria-busy="true"]').waitFor()
  await expect
    .poll(async () => {
      await page.evaluate(() => (window as unknown as { release(): void }).release())
      return button.count()
    })
    .toBe(1)
  await page.leave()
})

it('ends its worker when the canvas is left', async () => {
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  await page.locator('.replay-strip').waitFor()
  const isAtWork = () => page.workers().some((worker) => worker.url().includes('replay-worker'))
  expect(isAtWork()).toBe(true)
  await page.getByRole('link', { name: 'Results' }).click()
  await expect.poll(isAtWork).toBe(false)
  await page.leave()
})
