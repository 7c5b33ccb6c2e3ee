import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { findBarriers, openSignedIn } from '../testing/browser.js'
import { group, words } from '../testing/flow-parts.js'
import { answer, chatOf } from '../testing/previewing.js'
import { visiting } from '../testing/visiting.js'

const tests = visiting()

const comparison = { id: 'c1', variableId: 'v1', comparisonOperator: 'Equal to', value: 'Ada' }

/** Asks for a name, and takes one of two ways by it. */
const branching = {
  name: 'Branching',
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e0' }],
  edges: [
    { id: 'e0', from: { eventId: 'start' }, to: { groupId: 'First' } },
    { id: 'e1', from: { blockId: 'if', itemId: 'is-ada' }, to: { groupId: 'Known' } },
    { id: 'e2', from: { blockId: 'if' }, to: { groupId: 'Stranger' } },
  ],
  variables: [{ id: 'v1', name: 'Name' }],
  groups: [
    group(
      'First',
      [
        words('t1', 'Who are you?'),
        { id: 'ask', type: 'text input', options: { variableId: 'v1' } },
        words('t2', 'One moment.'),
        {
          id: 'if',
          type: 'Condition',
          items: [{ id: 'is-ada', content: { comparisons: [comparison] }, outgoingEdgeId: 'e1' }],
          outgoingEdgeId: 'e2',
        },
      ],
      { x: 300 },
    ),
    group('Known', [words('known', 'Welcome back, {{Name}}.'), { id: 'ask2', type: 'text input' }], { x: 700 }),
    group('Stranger', [words('stranger', 'Hello, {{Name}}.'), { id: 'ask3', type: 'text input' }], { x: 1100 }),
  ],
}

const open = async () => openSignedIn(tests.browser, tests.service, `/bots/${await tests.service.make(branching)}`)
const choose = (page: Page, blockId: string) => page.locator(`[data-block-id="${blockId}"] .block-head`).click()
const stopped = (page: Page, block: string) =>
  page
    .getByRole('status')
    .filter({ hasText: `Stopped before “${block}”` })
    .waitFor()
const markOf = (page: Page, block: string) => page.getByRole('button', { name: `Breakpoint before ${block}` })

it('stops before a condition, takes another value, and goes on the other way', async () => {
  const page = await open()
  await choose(page, 'if')
  await page.getByRole('button', { name: 'More about the block' }).click()
  await page.getByRole('menuitem', { name: 'Set a breakpoint' }).click()
  await markOf(page, 'Condition in First').waitFor()
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await chatOf(page).getByText('Who are you?').waitFor()
  await answer(page, 'Grace')

  await stopped(page, 'Condition')
  await chatOf(page).getByText('One moment.').waitFor()
  await page.locator('[data-block-id="if"][data-running="true"]').waitFor()
  await page.getByText('Stopped here').waitFor()
  await expect.poll(() => page.getByLabel('Value of Name').inputValue()).toBe('Grace')
  await expect.poll(() => chatOf(page).getByText('Hello').count()).toBe(0)

  await page.getByLabel('Value of Name').fill('Ada')
  await page.getByRole('button', { name: 'Continue' }).click()
  await chatOf(page).getByText('Welcome back, Ada.').waitFor()
  await page.locator('[data-block-id="ask2"][data-running="true"]').waitFor()
  await expect.poll(() => page.getByText('Stopped here').count()).toBe(0)
  expect(page.problems).toEqual([])
  expect(page.elsewhere).toEqual([])
  await page.leave()
})

it('is worked with by keys alone: set, stepped through, edited while it stands, and switched off', async () => {
  const page = await open()
  await choose(page, 't2')
  await page.keyboard.press('b')
  await markOf(page, 'Text in First').waitFor()
  await page.keyboard.press('p')
  await chatOf(page).getByText('Who are you?').waitFor()
  await answer(page, 'Grace')
  await stopped(page, 'Text')
  await expect.poll(() => chatOf(page).getByText('One moment.').count()).toBe(0)

  await choose(page, 't2')
  await page.getByRole('textbox', { name: 'Message' }).click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Really.')
  await page.keyboard.press('Escape')
  await page.keyboard.press('F10')
  await chatOf(page).getByText('One moment. Really.').waitFor()
  await stopped(page, 'Condition')
  await page.keyboard.press('F10')
  await stopped(page, 'Text')
  await page.locator('[data-block-id="stranger"][data-running="true"]').waitFor()
  await page.keyboard.press('F8')
  await chatOf(page).getByText('Hello, Grace.').waitFor()

  await page.getByRole('button', { name: 'Run without breakpoints' }).press('Enter')
  await page.getByRole('button', { name: 'Restart' }).press('Enter')
  await chatOf(page).getByText('Who are you?').waitFor()
  await answer(page, 'Ada')
  await chatOf(page).getByText('Welcome back, Ada.').waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})

it('continues from the command palette, which offers it only while the preview is stopped', async () => {
  const page = await open()
  const find = async (words: string) => {
    await page.locator('.canvas').focus()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill(words)
  }
  const offered = (name: RegExp) => page.getByRole('option', { name })
  await choose(page, 't2')
  await page.keyboard.press('b')
  await page.keyboard.press('p')
  await chatOf(page).getByText('Who are you?').waitFor()
  await find('preview')
  await offered(/^Preview/)
    .first()
    .waitFor()
  await expect.poll(() => offered(/Step to the next block|Continue the preview/).count()).toBe(0)
  await page.keyboard.press('Escape')
  await answer(page, 'Grace')
  await stopped(page, 'Text')

  await find('step')
  await offered(/Step to the next block.*F10/).waitFor()
  await page.keyboard.press('Enter')
  await chatOf(page).getByText('One moment.').waitFor()
  await stopped(page, 'Condition')
  await find('continue')
  await offered(/Continue the preview.*F8/).waitFor()
  await page.keyboard.press('Enter')
  await chatOf(page).getByText('Hello, Grace.').waitFor()
  await page.getByText('Stopped here').waitFor({ state: 'detached' })
  await find('continue the preview')
  await page.getByText('No results for “continue the preview”').waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})

it('takes breakpoints that are set and removed while it runs, and keeps them in this browser only', async () => {
  const page = await open()
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await chatOf(page).getByText('Who are you?').waitFor()
  await expect.poll(() => page.getByRole('region', { name: 'Breakpoints' }).count()).toBe(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('welcome back')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('breakpoint before')
  await page.keyboard.press('Enter')
  await markOf(page, 'Text in Known').waitFor()
  await answer(page, 'Ada')
  await stopped(page, 'Text')
  await page.getByRole('button', { name: 'Show the whole flow' }).click()
  await markOf(page, 'Text in Known').click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await chatOf(page).getByText('Welcome back, Ada.').waitFor()
  await page.locator('[data-block-id="ask2"][data-running="true"]').waitFor()

  await choose(page, 'if')
  await page.keyboard.press('b')
  await markOf(page, 'Condition in First').waitFor()
  await page.locator('.saving', { hasText: 'Saved' }).waitFor()
  expect((await tests.service.call('GET', page.url().match(/bots\/\w+/)![0])).revision).toBe(0)
  await page.reload()
  await markOf(page, 'Condition in First').waitFor()
  await page.getByRole('button', { name: 'Outline' }).click()
  const item = page.getByRole('treeitem', { name: /^Condition.*breakpoint/ })
  await item.focus()
  await page.keyboard.press('b')
  await item.waitFor({ state: 'detached' })
  await markOf(page, 'Condition').waitFor({ state: 'detached' })
  await page.leave()
})

it('stops in a bot that is linked, at the breakpoints of that bot', async () => {
  const inner = { ...branching, name: 'Inner' }
  const botId = await tests.service.make(inner)
  const link = { id: 'link', type: 'Bot link', options: { botId } }
  const outer = {
    ...branching,
    name: 'Outer',
    variables: [],
    groups: [group('First', [words('hi', 'Hi.'), link], { x: 300 })],
  }
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  await choose(page, 't1')
  await page.keyboard.press('b')
  await markOf(page, 'Text in First').waitFor()
  await page.goto(
    `${tests.service.url}/bots/${await tests.service.make({ ...outer, edges: branching.edges.slice(0, 1) })}`,
  )
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page.getByText('Stopped before “Text” in First of the bot “Inner”.').waitFor()
  await expect.poll(() => page.getByText('Stopped here').count()).toBe(0)
  await expect
    .poll(() => page.getByRole('link', { name: 'Show me' }).getAttribute('href'))
    .toBe(`/bots/${botId}#/First/t1`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await chatOf(page).getByText('Who are you?').waitFor()
  await page.leave()
})

it.each(['light', 'dark'] as const)('has no barriers while it stands, in %s', async (colorScheme) => {
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${await tests.service.make(branching)}`, {
    colorScheme,
  })
  await choose(page, 't1')
  await page.keyboard.press('b')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await stopped(page, 'Text')
  await page.isCalm()
  expect(await findBarriers(page)).toEqual([])
  await page.leave()
})
