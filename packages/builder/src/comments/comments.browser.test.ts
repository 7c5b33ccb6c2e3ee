import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { addPerson } from '../testing/add-person.js'
import { findBarriers, openSignedIn } from '../testing/browser.js'
import { group, words } from '../testing/flow-parts.js'
import { visiting } from '../testing/visiting.js'

const tests = visiting()
let grace: string
beforeAll(async () => {
  grace = await addPerson(tests.service, 'Grace Hopper')
})

const bot = {
  name: 'Discussed',
  events: [{ id: 's', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
  edges: [{ id: 'e', from: { eventId: 's' }, to: { groupId: 'g1' } }],
  groups: [group('g1', [words('b1', 'Hello')], { x: 300, title: 'Welcome' })],
}

async function open(token = tests.service.token) {
  const botId = opened ?? (await tests.service.make(bot))
  opened = botId
  const page = await openSignedIn(tests.browser, { url: tests.service.url, token }, `/bots/${botId}`)
  await page.locator('.group').first().waitFor()
  return page
}
let opened: string | undefined

/** Begins a comment on the block `b1` by keys. Returns the field, which has the focus. */
async function commentByKeys(page: Page) {
  const head = page.locator('[data-block-id="b1"] .block-head')
  await head.focus()
  await page.keyboard.press('Enter')
  await page.locator('[data-block-id="b1"][data-selected="true"]').waitFor()
  await head.focus()
  await page.keyboard.press('c')
  const field = page.getByLabel('Comment', { exact: true })
  await expect.poll(() => field.evaluate((it) => it === document.activeElement)).toBe(true)
  return field
}

const mark = (page: Page, name: string) => page.locator('.comment-mark').and(page.getByLabel(name, { exact: true }))

it('holds a conversation about a block by keys, with everybody who looks at the bot', async () => {
  const one = await open()
  const two = await open(grace)
  const field = await commentByKeys(one)
  await one.keyboard.type('Is this polite enough?')
  await one.keyboard.press('Control+Enter')
  await one.locator('.said-text', { hasText: 'Is this polite enough?' }).waitFor()
  await expect.poll(() => field.inputValue()).toBe('')

  await mark(two, '1 comment on a block of Welcome').click()
  const thread = two.locator('.thread')
  await thread.getByText('Is this polite enough?').waitFor()
  await thread.getByText('Ada', { exact: true }).waitFor()
  await thread.getByLabel('Answer Ada').fill('It is.')
  await two.keyboard.press('Enter')
  await one.locator('.said-text', { hasText: 'It is.' }).waitFor()
  await one.locator('.comment-said', { hasText: 'Grace Hopper' }).waitFor()
  await mark(one, '2 comments on a block of Welcome').waitFor()
  expect(await findBarriers(one)).toEqual([])
  await expect.poll(() => one.getByRole('button', { name: 'Delete the comment' }).count()).toBe(1)

  await one.getByRole('button', { name: 'Outline', exact: true }).click()
  await one.getByRole('treeitem', { name: /Text: Hello, 2 comments/ }).waitFor()
  await one.getByRole('button', { name: 'Resolve' }).click()
  await expect.poll(() => one.locator('.comment-mark').count()).toBe(0)
  await expect.poll(() => two.locator('.comment-mark').count()).toBe(0)
  await two.getByRole('button', { name: 'Show resolved (1)' }).click()
  await two.getByRole('button', { name: 'Take up again' }).click()
  await mark(one, '2 comments on a block of Welcome').waitFor()
  expect(one.problems).toEqual([])
  expect(two.problems).toEqual([])
  await Promise.all([one.leave(), two.leave()])
})

it('mentions people by keys and by mouse, and shows everybody what is new to them until they have seen it', async () => {
  opened = undefined
  const one = await open()
  const two = await open(grace)
  const field = await commentByKeys(one)
  await one.keyboard.type('Please look, @hop')
  await one.getByRole('option', { name: 'Grace Hopper' }).and(one.locator('[aria-selected="true"]')).waitFor()
  expect(await findBarriers(one)).toEqual([])
  await one.keyboard.press('Enter')
  await expect.poll(() => field.inputValue()).toBe('Please look, @Grace Hopper ')
  await one.keyboard.press('Control+Enter')
  await one.locator('.mention[data-me="false"]', { hasText: '@Grace Hopper' }).waitFor()

  const tab = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  await tab(two, 'Comments, 1 new').click()
  await two.locator('.mention[data-me="true"]', { hasText: '@Grace Hopper' }).waitFor()
  await two.locator('.comment-new').waitFor()
  await tab(two, 'Comments').waitFor()
  expect(await findBarriers(two)).toEqual([])
  await two.getByLabel('Answer Ada').fill('Done, @')
  await two.getByRole('option', { name: 'Ada' }).click()
  await expect.poll(() => two.getByLabel('Answer Ada').inputValue()).toBe('Done, @Ada ')
  await two.keyboard.press('Enter')
  await one.locator('.mention[data-me="true"]', { hasText: '@Ada' }).waitFor()
  await two.reload()
  await two.locator('.group').first().waitFor()
  await mark(two, '2 comments on a block of Welcome').waitFor()
  await tab(two, 'Comments').waitFor()
  expect([...one.problems, ...two.problems]).toEqual([])
  await Promise.all([one.leave(), two.leave()])
})

it('opens the comments on a block by the link of an email', async () => {
  opened = undefined
  const page = await open()
  await page.goto(`${tests.service.url}/bots/${opened}?panel=comments#/g1/b1`)
  await page.getByRole('heading', { name: 'About Text in Welcome' }).waitFor()
  await page.getByLabel('Comment', { exact: true }).waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})

it('turns emails about comments off in the profile', async () => {
  const page = await openSignedIn(tests.browser, { url: tests.service.url, token: grace }, '/account/profile')
  const choice = page.getByRole('switch', {
    name: 'Email me when somebody mentions me in a comment or replies to mine',
  })
  await choice.and(page.locator('[aria-checked="true"]')).click()
  await choice.and(page.locator('[aria-checked="false"]')).waitFor()
  await page.reload()
  await choice.and(page.locator('[aria-checked="false"]')).waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})
