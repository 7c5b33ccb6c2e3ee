import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { findBarriers, openSignedIn } from '../testing/browser.js'
import { group, words } from '../testing/flow-parts.js'
import { answer, chatOf } from '../testing/previewing.js'
import { visiting } from '../testing/visiting.js'

const tests = visiting()
let botId: string

/** Asks for a name and a way; one of two ways may lead to an empty group. */
const flow = (text: string, isMended = true) => ({
  groups: [
    group(
      'g1',
      [
        { id: 'name', type: 'text input', options: { variableId: 'v1' } },
        words('hello', text),
        {
          id: 'way',
          type: 'choice input',
          items: [
            { id: 'i1', content: 'On', outgoingEdgeId: 'on' },
            { id: 'i2', content: 'Out', outgoingEdgeId: 'out' },
          ],
        },
      ],
      { x: 300, title: 'Hello' },
    ),
    group('g2', [words('more', 'More')], { x: 700, title: 'More' }),
    group('g3', isMended ? [words('bye', 'Bye')] : [], { x: 700, y: 300, title: 'Out' }),
  ],
})

beforeAll(async () => {
  botId = await tests.service.make({
    name: 'Gated',
    publicId: 'gated',
    settings: { publishing: { isBlockedByTests: true } },
    events: [{ id: 's', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
    edges: [
      { id: 'e', from: { eventId: 's' }, to: { groupId: 'g1' } },
      { id: 'on', from: { blockId: 'way', itemId: 'i1' }, to: { groupId: 'g2' } },
      { id: 'out', from: { blockId: 'way', itemId: 'i2' }, to: { groupId: 'g3' } },
    ],
    variables: [{ id: 'v1', name: 'Name' }],
    ...flow('Hello {{Name}}'),
  })
})

const edit = (text: string, isMended = true) =>
  tests.service.call('PATCH', `bots/${botId}`, { bot: flow(text, isMended) })
const shot = async (page: Page, name: string) =>
  process.env.SHOTS && (await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }))
const isPublished = async () => (await tests.service.call('GET', `bots/${botId}/publishedBot`)).publishedBot !== null

it('a recorded test that an edit breaks shows on the canvas and blocks publishing until it is mended or a reason is given', async () => {
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  await page.getByRole('button', { name: 'Preview panel' }).click()
  await answer(page, 'Ada')
  await chatOf(page).getByText('Hello Ada').waitFor()
  await page.getByRole('button', { name: 'Save as test' }).click()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  const panel = page.getByRole('complementary', { name: 'Tests' })
  await panel.getByText('Passed', { exact: true }).waitFor()

  await edit('Good day {{Name}}')
  await panel.getByText('Failed', { exact: true }).waitFor()
  await expect
    .poll(() => page.locator('.canvas [data-block-id="hello"]').evaluate((it) => getComputedStyle(it).outlineStyle))
    .toBe('solid')
  await page.getByRole('button', { name: 'Publish', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Publish', exact: true })
  await dialog.getByRole('button', { name: 'Conversation 1: Nothing says "Hello Ada".' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('.canvas [data-block-id="hello"]').getAttribute('data-selected')).toBe('true')
  await page.getByRole('button', { name: 'Publish', exact: true }).press('Enter')
  await dialog.getByText('Conversation 1: Nothing says "Hello Ada".').waitFor()
  const anyway = dialog.getByRole('button', { name: 'Publish anyway' })
  expect(await anyway.isDisabled()).toBe(true)
  expect(await isPublished()).toBe(false)
  await shot(page, 'gate-blocked')
  expect(await findBarriers(page, undefined, '[role="dialog"]')).toEqual([])
  await page.keyboard.press('Escape')

  await edit('Hello {{Name}}')
  await panel.getByText('Passed', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('dialog').waitFor()
  expect(await isPublished()).toBe(true)
  await page.keyboard.press('Escape')

  await edit('Good day {{Name}}')
  await panel.getByText('Failed', { exact: true }).waitFor()
  await page
    .getByRole('button', { name: /^Publish/ })
    .first()
    .click()
  await dialog.getByRole('textbox', { name: 'Publish anyway, because' }).fill('The greeting is new')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  await shot(page, 'gate-phone-dark')
  await anyway.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(new URL(`/bots/${botId}/versions`, page.url()).href)
  await page.getByText('Published although checks failed, because: The greeting is new').waitFor()
  await shot(page, 'gate-history')
  expect(page.problems.filter((problem) => !problem.includes('409'))).toEqual([])
  await page.leave()
})

it('synthetic visitors find a dead end, which becomes a test, and write the test that is missing', async () => {
  await edit('Hello {{Name}}', false)
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  await page.getByRole('button', { name: /^Tests/ }).press('Enter')
  const panel = page.getByRole('complementary', { name: 'Tests' })
  await panel.getByRole('button', { name: 'Send visitors' }).press('Enter')
  await panel.getByText('1 finding').waitFor()
  await shot(page, 'visitors-findings')
  expect(await findBarriers(page, undefined, '.tests')).toEqual([])
  await panel.getByRole('button', { name: /^Dead end/ }).click()
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await panel.getByText('Failed', { exact: true }).waitFor()
  await edit('Hello {{Name}}')
  await panel.getByText('Passed', { exact: true }).waitFor()

  await panel.getByRole('button', { name: 'Back to the tests' }).click()
  await panel.getByText(/parts? without a test/).click()
  await panel.getByRole('button', { name: 'Write the test for More › Text: More' }).click()
  await panel.getByRole('textbox', { name: 'Name' }).waitFor()
  await shot(page, 'missing-test')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await panel.getByText('Passed', { exact: true }).waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})
