import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { findBarriers, openSignedIn } from '../testing/browser.js'
import { group, words } from '../testing/flow-parts.js'
import { answer, chatOf } from '../testing/previewing.js'
import { visiting } from '../testing/visiting.js'

const tests = visiting()
let botId: string

const groups = (text: string) => [
  group('g1', [{ id: 'name', type: 'text input', options: { variableId: 'v1' } }, words('hello', text)], {
    x: 300,
    title: 'Hello',
  }),
]

beforeAll(async () => {
  botId = await tests.service.make({
    name: 'Tested',
    publicId: 'tested',
    events: [{ id: 's', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
    edges: [{ id: 'e', from: { eventId: 's' }, to: { groupId: 'g1' } }],
    variables: [{ id: 'v1', name: 'Name' }],
    groups: groups('Hello {{Name}}'),
  })
})

const edit = (text: string) => tests.service.call('PATCH', `bots/${botId}`, { bot: { groups: groups(text) } })
const shot = async (page: Page, name: string) =>
  process.env.SHOTS && (await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }))

it('saves a preview as a test in two clicks, shows what an edit breaks on the canvas, and passes again once it is mended', async () => {
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  await page.getByRole('button', { name: 'Preview panel' }).click()
  await answer(page, 'Ada')
  await chatOf(page).getByText('Hello Ada').waitFor()
  await page.getByRole('button', { name: 'Save as test' }).click()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  const panel = page.getByRole('complementary', { name: 'Tests' })
  await panel.getByText('Passed', { exact: true }).waitFor()
  await shot(page, 'test-passed')

  await edit('Good day {{Name}}')
  await panel.getByText('Failed', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Tests, 1 failed' }).waitFor()
  await panel.getByText('Nothing says "Hello Ada".').waitFor()
  await expect
    .poll(() => page.locator('.canvas [data-block-id="hello"]').evaluate((it) => getComputedStyle(it).outlineStyle))
    .toBe('solid')
  await panel.getByRole('button', { name: 'Show on the canvas' }).first().click()
  await shot(page, 'test-failed')
  expect(await findBarriers(page, undefined, '.tests')).toEqual([])

  await edit('Hello {{Name}}')
  await panel.getByText('Passed', { exact: true }).waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})

it('is edited in a form and as text with the keyboard, and text that is not a test is kept with its errors', async () => {
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  const tab = page.getByRole('button', { name: 'Tests', exact: true })
  await tab.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: 'Tests' })
  await panel.getByText('1 passed').waitFor()
  await panel.getByText('100 %', { exact: true }).waitFor()
  await panel.getByText('Blocks 100 %, edges 100 %').waitFor()
  await panel.getByRole('checkbox', { name: 'Show coverage on the canvas' }).press('Space')
  await shot(page, 'test-coverage')
  await panel.getByRole('button', { name: 'Conversation 1' }).press('Enter')
  await panel.getByRole('button', { name: 'Edit' }).press('Enter')
  await panel.getByRole('textbox', { name: 'Name' }).fill('Ada is greeted')
  await shot(page, 'test-form')
  expect(await findBarriers(page, undefined, '.tests')).toEqual([])
  await panel.getByRole('button', { name: 'Text', exact: true }).press('Enter')
  const text = panel.getByRole('textbox', { name: 'The test as YAML' })
  await expect.poll(() => text.inputValue()).toContain('name: Ada is greeted')
  expect((await text.boundingBox())?.height).toBeGreaterThan(400)
  const good = await text.inputValue()
  await text.fill(good.replace('kind: path', 'kind: paths'))
  await panel.getByRole('button', { name: 'Save' }).press('Enter')
  await panel.getByRole('alert').getByText('expect.0').waitFor()
  expect(await text.inputValue()).toContain('kind: paths')
  await text.fill(good)
  await shot(page, 'test-text')
  await panel.getByRole('button', { name: 'Save' }).press('Enter')
  await panel.getByRole('heading', { name: 'Ada is greeted' }).waitFor()
  await panel.getByText('Passed', { exact: true }).waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})

it('runs a test once for each row of a table that is filled in with the keyboard', async () => {
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  await page.getByRole('button', { name: /^Tests/ }).press('Enter')
  const panel = page.getByRole('complementary', { name: 'Tests' })
  await panel.getByRole('button', { name: 'Ada is greeted' }).press('Enter')
  await panel.getByRole('button', { name: 'Edit' }).press('Enter')
  await panel.getByRole('button', { name: 'Add a table' }).press('Enter')
  await expect.poll(() => panel.getByLabel('Reply').inputValue()).toBe('{input 1}')
  expect(await panel.getByLabel('input 1, row 1').inputValue()).toBe('Ada')
  await panel.getByLabel('Name of column 1').fill('who')
  await panel.getByRole('button', { name: 'Add a row' }).press('Enter')
  await panel.getByLabel('who, row 2').fill('Grace')
  await panel.getByLabel('Reply').fill('{who}')
  expect(await findBarriers(page, undefined, '.tests')).toEqual([])
  await shot(page, 'test-table')
  await panel.getByRole('button', { name: 'Save' }).press('Enter')
  // The greeting and the value of the variable are still those of Ada.
  const second = panel.getByRole('region', { name: 'Failures' })
  await second.getByText('Row 2').waitFor()
  await second.getByText('Nothing says "Hello Ada".').waitFor()
  const { tests: stored } = await tests.service.call('GET', `bots/${botId}/tests`)
  expect(stored[0].test.table).toEqual([{ who: 'Ada' }, { who: 'Grace' }])
  expect(page.problems).toEqual([])
  await page.leave()
})

it('replaces an expectation that fails by what the draft does, and undoes that', async () => {
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  const { tests: stored } = await tests.service.call('GET', `bots/${botId}/tests`)
  const { table: _, ...test } = stored[0].test
  const says = { kind: 'message', text: 'Hello Grace', match: 'contains' }
  const greets = { ...test, name: 'Greets', steps: [{}, { reply: 'Ada', expect: [says] }], expect: [] }
  await tests.service.call('PUT', `bots/${botId}/tests/${stored[0].id}`, { test: greets })
  await page.getByRole('button', { name: /^Tests/ }).press('Enter')
  const panel = page.getByRole('complementary', { name: 'Tests' })
  await panel.getByRole('button', { name: 'Greets' }).press('Enter')
  await panel.locator('mark', { hasText: 'Grace' }).waitFor()
  await panel.locator('mark', { hasText: 'Ada' }).waitFor()
  await panel.getByRole('button', { name: 'Expect this' }).press('Enter')
  await panel.getByText('Passed', { exact: true }).waitFor()
  await page.keyboard.press('F9')
  await page.keyboard.press('Enter')
  await panel.getByText('Nothing says something with "Hello Grace".').waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})

it('duplicates a test, and brings a deleted one back', async () => {
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  await page.getByRole('button', { name: /^Tests/ }).press('Enter')
  const panel = page.getByRole('complementary', { name: 'Tests' })
  await panel.getByRole('button', { name: 'Greets' }).press('Enter')
  await panel.getByRole('button', { name: 'Duplicate the test' }).press('Enter')
  await panel.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await panel.getByRole('heading', { name: 'Greets (copy)' }).waitFor()
  await panel.getByRole('button', { name: 'Delete the test' }).press('Enter')
  const rows = panel.locator('.test-line')
  await expect.poll(() => rows.allTextContents()).toEqual(['Greets'])
  await page.getByText('Deleted “Greets (copy)”.').waitFor()
  await page.keyboard.press('F9')
  await page.keyboard.press('Enter')
  await expect.poll(() => rows.allTextContents()).toEqual(['Greets', 'Greets (copy)'])
  expect(page.problems).toEqual([])
  await page.leave()
})

it('keeps the version of somebody else who saved first, unless it is replaced', async () => {
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  await page.getByRole('button', { name: /^Tests/ }).press('Enter')
  const panel = page.getByRole('complementary', { name: 'Tests' })
  await panel.getByRole('button', { name: /Greets$/ }).press('Enter')
  await panel.getByRole('button', { name: 'Edit' }).press('Enter')
  await panel.getByRole('textbox', { name: 'Name' }).fill('Mine')
  const named = async () =>
    (await tests.service.call('GET', `bots/${botId}/tests`)).tests.map((it: { test: { name: string } }) => it.test.name)
  const { tests: stored } = await tests.service.call('GET', `bots/${botId}/tests`)
  const { id, test } = stored[0]
  await tests.service.call('PUT', `bots/${botId}/tests/${id}`, { test: { ...test, name: 'Theirs' } })
  await panel.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await panel.getByText('Somebody changed this test in the meantime').waitFor()
  expect(await named()).toContain('Theirs')
  await panel.getByRole('button', { name: 'Replace theirs' }).press('Enter')
  await panel.getByRole('heading', { name: 'Mine' }).waitFor()
  expect(await named()).not.toContain('Theirs')
  await page.leave()
})

it('runs a stale test again without its expectations of deleted parts', async () => {
  const deleted = { kind: 'awaits', blockId: 'gone', hint: 'Hello › Number' }
  const test = { name: 'Old', steps: [{ expect: [deleted, { kind: 'awaits', blockId: 'name' }] }] }
  await tests.service.call('POST', `bots/${botId}/tests`, { test })
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  await page.getByRole('button', { name: /^Tests/ }).press('Enter')
  const panel = page.getByRole('complementary', { name: 'Tests' })
  await panel.getByRole('button', { name: /Old$/ }).press('Enter')
  await panel.getByText('Block "Hello › Number"').waitFor()
  await panel.getByRole('button', { name: 'Remove what refers to them' }).press('Enter')
  await panel.getByText('Passed', { exact: true }).waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})

it('sets the time, the variables and the answers of services in the form', async () => {
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  await page.getByRole('button', { name: /^Tests/ }).press('Enter')
  const panel = page.getByRole('complementary', { name: 'Tests' })
  await panel.getByRole('button', { name: 'New test' }).press('Enter')
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('At noon')
  await panel.getByText('Time, channel and variables').click()
  await panel.getByLabel('Date and time').fill('2030-05-06T12:00:00')
  await panel.getByLabel('Add the value of a variable').click()
  await page.getByRole('option', { name: 'Name' }).click()
  await panel.getByLabel('Value of Name', { exact: true }).fill('Grace')
  await panel.getByText('Answers of services: 0').click()
  await panel.getByRole('button', { name: 'Add an answer to an HTTP request' }).press('Enter')
  await panel.getByLabel('Body of answer 1').fill('{"price":90}')
  expect(await findBarriers(page, undefined, '.tests')).toEqual([])
  await shot(page, 'test-start')
  await panel.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await panel.getByRole('heading', { name: 'At noon' }).waitFor()
  const { tests: stored } = await tests.service.call('GET', `bots/${botId}/tests`)
  const saved = stored.find((it: { test: { name: string } }) => it.test.name === 'At noon')
  expect(saved.test).toMatchObject({
    start: { at: await page.evaluate(() => new Date('2030-05-06T12:00:00').getTime()), variables: { Name: 'Grace' } },
    cassette: [{ kind: 'http', outcome: { status: 200, text: '{"price":90}' } }],
  })
  expect(page.problems).toEqual([])
  await page.leave()
})

it('makes a test of a result', async () => {
  const { service } = tests
  await service.call('POST', `bots/${botId}/publish`, {})
  const { sessionId } = await service.call('POST', 'bots/tested/startChat', {})
  await service.call('POST', `sessions/${sessionId}/continueChat`, { message: 'Grace' })
  const page = await openSignedIn(tests.browser, service, `/bots/${botId}/results`)
  await page.getByText('Grace').first().click()
  await page.getByRole('button', { name: 'Save as test' }).click()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  const panel = page.getByRole('complementary', { name: 'Tests' })
  await panel.getByText('Hello Grace').waitFor()
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  await shot(page, 'test-phone-dark')
  expect(page.problems).toEqual([])
  await page.leave()
})
