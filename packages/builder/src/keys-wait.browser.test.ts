import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openSignedIn } from './testing/browser.js'
import { group, words } from './testing/flow-parts.js'
import { focusedName } from './testing/keyboard.js'
import { visiting } from './testing/visiting.js'

const tests = visiting()

const flow = {
  name: 'Places',
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e0' }],
  edges: [{ id: 'e0', from: { eventId: 'start' }, to: { groupId: 'First' } }],
  groups: [
    group('First', [words('t1', 'Who are you?')], { x: 300 }),
    group('Second', [words('t2', 'Where?')], { x: 700 }),
  ],
}

/** Opens a page on which a script arrives only when the returned function is called. */
async function openWithout(script: string, path = '') {
  const botId = await tests.service.make(flow)
  const page = await openSignedIn(tests.browser, tests.service)
  await page.locator('.bot-card').first().waitFor()
  let arrive = () => {}
  const isHere = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(new RegExp(`/builder/${script}-[^/]*\\.js$`), (route) => isHere.then(() => route.fallback()))
  await page.goto(`${tests.service.url}${path || `/bots/${botId}`}`)
  await page.locator('.group, .bot-card').first().waitFor()
  return { botId, page, arrive: () => arrive() }
}

async function pressAll(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key)
}

it('lets keys wait for the command palette while it loads, the one that chooses included', async () => {
  const { page, arrive } = await openWithout('panels')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('secomd')
  await pressAll(page, 'Backspace', 'Backspace', 'n', 'd', 'Enter')
  arrive()
  await expect.poll(() => new URL(page.url()).hash).toBe('#/Second')
  expect(page.problems).toEqual([])
  await page.leave()
})

it('lets keys wait for the outline while it loads', async () => {
  const { page, arrive } = await openWithout('panels')
  await pressAll(page, 'o', 'ArrowDown', 'ArrowDown')
  arrive()
  await expect.poll(() => focusedName(page)).toMatch(/Who are you/)
  await page.leave()
})

it('lets keys wait for the form of a new block while it loads, and runs none of them as commands', async () => {
  const { botId, page, arrive } = await openWithout('inspector')
  await page.locator('.group-title', { hasText: 'Second' }).click()
  await pressAll(page, '/')
  await page.getByRole('combobox', { name: 'Search blocks' }).waitFor()
  await page.keyboard.type('text')
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: 'Details' }).waitFor()
  await page.keyboard.type('one more')
  arrive()
  await page.locator('.block', { hasText: 'one more' }).waitFor()
  const draft = (await tests.service.call('GET', `bots/${botId}`)).bot
  expect(draft.groups).toHaveLength(2)
  expect(page.problems).toEqual([])
  await page.leave()
})

it('leaves the focus where the user put it while the form of a new block was loading', async () => {
  const { page, arrive } = await openWithout('inspector')
  await page.locator('.palette-block[data-type="text"]').click()
  await page.getByRole('complementary', { name: 'Details' }).waitFor()
  const search = page.locator('.palette-search input')
  await search.click()
  await page.keyboard.type('num')
  arrive()
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  await page.keyboard.type('ber')
  expect(await search.inputValue()).toBe('number')
  await page.leave()
})

it('lets keys wait for a dialog while it loads', async () => {
  const { page, arrive } = await openWithout('menus', '/')
  await page.getByRole('button', { name: 'New folder' }).click()
  await page.keyboard.type('Ideas')
  await page.keyboard.press('Enter')
  arrive()
  await page.locator('.folder-card', { hasText: 'Ideas' }).waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})

it('drops waiting keys at Escape', async () => {
  const { page, arrive } = await openWithout('panels')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('sec')
  await page.keyboard.press('Escape')
  arrive()
  await expect.poll(() => focusedName(page)).toBe('Search')
  await page.keyboard.type('fir')
  await expect.poll(() => page.getByRole('combobox', { name: 'Search' }).inputValue()).toBe('fir')
  await page.leave()
})

it('returns at Escape to the canvas while the card of the block is not shown yet, and a key adds the next block', async () => {
  const botId = await tests.service.make(flow)
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  await page.locator('[data-block-id="t1"] .block-head').click()
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.click()
  await page.locator('.react-flow__node[data-id="First"]').evaluate((card) => {
    card.style.visibility = 'hidden'
  })
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await expect.poll(() => focusedName(page)).toBe('Search blocks')
  expect(await message.innerText()).toBe('Who are you?')
  expect(page.problems).toEqual([])
  await page.leave()
})
