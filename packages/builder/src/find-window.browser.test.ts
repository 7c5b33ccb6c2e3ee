import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openSignedIn } from './testing/browser.js'
import { group, words } from './testing/flow-parts.js'
import { focusedName, pressTo } from './testing/keyboard.js'
import { answer, chatOf } from './testing/previewing.js'
import { visiting } from './testing/visiting.js'

const tests = visiting()

const flow = {
  name: 'Places',
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e0' }],
  edges: [{ id: 'e0', from: { eventId: 'start' }, to: { groupId: 'First' } }],
  variables: [{ id: 'v1', name: 'Name' }],
  groups: [
    group('First', [words('t1', 'Who are you?'), { id: 'a1', type: 'text input', options: { variableId: 'v1' } }], {
      x: 300,
    }),
    group('Second', [words('t2', 'Where do you live?')], { x: 700 }),
  ],
}

const open = async (page = '') =>
  openSignedIn(tests.browser, tests.service, `/bots/${await tests.service.make(flow)}${page}`)

async function find(page: Page, text: string) {
  await page.keyboard.press('Control+k')
  await expect.poll(() => focusedName(page)).toBe('Search')
  await page.keyboard.type(text)
}

/** True if the focus is in this place: on the canvas, in the outline, in the frame of the preview. */
const hasKeys = (page: Page, where: string) =>
  page.evaluate((selector) => document.activeElement?.closest(selector) !== null, where)

it('moves the focus from the outline to the selected item, and back if nothing is selected', async () => {
  const page = await open()
  await page.locator('.event').waitFor()
  await page.keyboard.press('o')
  await expect.poll(() => hasKeys(page, '.outline')).toBe(true)
  await pressTo(page, 'ArrowDown', /Who are you/)
  await find(page, 'where do you live')
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedName(page)).toMatch(/Who are you/)
  expect(await hasKeys(page, '.outline')).toBe(true)

  await find(page, 'where do you live')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => hasKeys(page, '.canvas')).toBe(true)
  expect(new URL(page.url()).hash).toBe('#/Second/t2')
  await page.getByRole('treeitem', { name: /Where do you live/, selected: true }).waitFor()

  await page.keyboard.press('Delete')
  await expect.poll(() => page.locator('[data-block-id="t2"]').count()).toBe(0)
  expect(page.problems).toEqual([])
  await page.leave()
})

it('opens from the chat of the preview, and ignores keys typed into an input there', async () => {
  const page = await open()
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await chatOf(page).getByText('Who are you?').waitFor()
  const field = page.frameLocator('.preview-frame').locator('[data-answer]')
  await field.click()
  await page.keyboard.type('Ada')
  await find(page, 'second')
  await page.keyboard.press('Escape')
  await expect.poll(() => hasKeys(page, '.preview-frame')).toBe(true)
  await page.keyboard.type(' kzy')
  await expect.poll(() => field.inputValue()).toBe('Ada kzy')
  await page.keyboard.press('Control+z')
  await expect.poll(() => page.getByText('Undone').count()).toBe(0)

  await find(page, 'where do you live')
  await page.keyboard.press('Enter')
  await expect.poll(() => hasKeys(page, '.canvas')).toBe(true)
  expect(new URL(page.url()).hash).toBe('#/Second/t2')
  await answer(page, 'Grace')
  await chatOf(page).getByText('Grace').waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})

it('leads to a place on the canvas, and opens a panel there, from any page of the bot', async () => {
  const page = await open('/settings')
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await find(page, 'where do you live')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Message' }).getByText('Where do you live?').waitFor()
  expect(new URL(page.url()).hash).toBe('#/Second/t2')
  await page.getByRole('link', { name: 'Theme' }).click()
  await page.getByRole('heading', { name: 'Theme', level: 1 }).waitFor()
  await find(page, 'variables panel')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Variables' }).waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})

it('changes the appearance, begins a bot and opens bots from the dashboard, and publishes from any page of a bot', async () => {
  const botId = await tests.service.make({ ...flow, name: 'Reception desk' })
  const page = await openSignedIn(tests.browser, tests.service, '/account/profile')
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  await find(page, 'dark')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
  await find(page, 'new bot')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'New bot' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await page.getByRole('group', { name: 'Recent' }).getByText('New bot…').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await find(page, 'reception')
  await page.getByRole('option', { name: /Reception desk/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/bots/${botId}*`)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await find(page, 'publish')
  await page.getByRole('option').first().getByText('Publish', { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Your bot is live' }).waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})
