import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { findBarriers, openSignedIn } from '../testing/browser.js'
import { choose } from '../testing/choose.js'
import { words } from '../testing/flow-parts.js'
import { visiting } from '../testing/visiting.js'

const tests = visiting()
let botId: string

/** A bot with a result in `live`, which is part of an experiment, and one in `staging`. */
beforeAll(async () => {
  const { call, make } = tests.service
  botId = await make({
    name: 'Shop',
    publicId: 'shop',
    events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
    edges: [{ id: 'e', from: { eventId: 'start' }, to: { groupId: 'g' } }],
    variables: [{ id: 'v1', name: 'Name' }],
    groups: [
      {
        id: 'g',
        title: 'Hello',
        graphCoordinates: { x: 300, y: 0 },
        blocks: [words('t', 'Hello'), { id: 'name', type: 'text input', options: { variableId: 'v1' } }],
      },
    ],
  })
  const { environment } = await call('POST', `bots/${botId}/environments`, { name: 'staging' })
  await call('POST', `bots/${botId}/publish`, { note: 'The first one' })
  await call('POST', `bots/${botId}/publish`, { note: 'The second one', environmentId: environment.id })
  const { environments } = await call('GET', `bots/${botId}/environments`)
  const variants = environments.map(({ releaseId }: { releaseId: string }) => ({ releaseId, weight: 1 }))
  await call('POST', `bots/${botId}/experiments`, { name: 'Greeting', variants, goal: { kind: 'completed' } })
  for (const [publicId, message, utm_source] of [
    ['shop', 'Ada of live', 'letter'],
    [environment.publicId, 'Grace of staging', undefined],
  ]) {
    const { sessionId } = await call('POST', `bots/${publicId}/startChat`, { prefilledVariables: { utm_source } })
    await call('POST', `sessions/${sessionId}/continueChat`, { message })
  }
})

const shot = async (page: Page, name: string) =>
  process.env.SHOTS && (await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }))

it('results show their environment and variant, and are found by either', async () => {
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}/results`)
  const row = (text: string) => page.getByRole('row').filter({ hasText: text })
  const cells = async (text: string) => (await row(text).getByRole('cell').allInnerTexts()).slice(3, 5)
  await expect.poll(() => cells('Grace of staging')).toEqual(['staging', ''])
  expect(await cells('Ada of live')).toEqual(['live', expect.stringMatching(/^Greeting: [AB]$/)])
  await shot(page, 'results-origins')

  const add = async (column: string, value: string) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const form = page.getByRole('form', { name: 'Filter' })
    await choose(form.getByLabel('Column'), column)
    await choose(form.getByLabel('Value'), value)
    expect(await findBarriers(page, undefined, '.condition-form')).toEqual([])
    await form.getByRole('button', { name: 'Apply' }).click()
  }
  await add('Environment', 'staging')
  await row('Ada of live').waitFor({ state: 'detached' })
  await row('Grace of staging').waitFor()
  await shot(page, 'results-filtered')
  await add('Variant', 'Greeting: B')
  await page.getByText('No results match').waitFor()
  await page.getByRole('button', { name: 'Remove filter: Environment is staging' }).click()
  await page.getByRole('button', { name: 'Remove filter: Variant is Greeting: B' }).click()
  await row('Ada of live').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await shot(page, 'results-phone-dark')
  await row('Ada of live').click()
  await page.locator('.result-panel').waitFor()
  const room = () => page.locator('.result-panel').evaluate((it) => innerHeight - it.getBoundingClientRect().bottom)
  await expect.poll(room).toBe(0)
  expect(page.problems).toEqual([])
  await page.leave()
})

it('results show their source, and analytics compare sources and follow cohorts', async () => {
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}/results`)
  const cell = (text: string) => page.getByRole('row').filter({ hasText: text }).getByRole('cell').nth(5)
  await expect.poll(() => cell('Ada of live').innerText()).toBe('Campaign letter')
  expect(await cell('Grace of staging').innerText()).toBe('API')
  await shot(page, 'results-sources')
  await page.goto(`${tests.service.url}/bots/${botId}/analytics`)
  await choose(page.getByLabel('Compare by'), 'Source')
  const rows = page.getByRole('table').filter({ hasText: 'Completion rate' }).getByRole('row')
  const shown = async () => (await rows.allInnerTexts()).map((text) => text.split(/\s+/).join(' '))
  await expect.poll(shown).toContain('Campaign letter 1 1 1 100 %')
  const cohorts = page.getByRole('table').filter({ hasText: 'Came back' }).getByRole('row')
  const weeks = async () => (await cohorts.allInnerTexts()).map((text) => text.split(/\t/).slice(1).join(' '))
  await expect.poll(weeks).toEqual(['Starts Finished Came back', '2 100 % 0 %'])
  await choose(page.getByLabel('Reached'), 'Name')
  await expect.poll(weeks).toEqual(['Starts Finished Came back Name', '2 100 % 0 % 100 %'])
  await rows.getByRole('button', { name: 'Campaign letter' }).click()
  await expect.poll(weeks).toContain('1 100 % 0 % 100 %')
  expect(await findBarriers(page)).toEqual([])
  await shot(page, 'cohorts')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await shot(page, 'cohorts-phone-dark')
  expect(page.problems).toEqual([])
  await page.leave()
})

it('analytics compare environments, and a row of them filters the page', async () => {
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}/analytics`)
  await choose(page.getByLabel('Compare by'), 'Environment')
  const rows = page.getByRole('table').filter({ hasText: 'Completion rate' }).getByRole('row')
  const shown = async () => (await rows.allInnerTexts()).map((text) => text.split(/\s+/).join(' '))
  await expect.poll(shown).toContain('staging 1 1 1 100 %')
  expect(await shown()).toContain('live 1 1 1 100 %')
  expect(await findBarriers(page)).toEqual([])
  await shot(page, 'segments')
  await rows.getByRole('button', { name: 'staging' }).click()
  await expect.poll(() => page.getByLabel('Environment').innerText()).toBe('staging')
  await expect.poll(async () => (await shown()).length).toBe(2)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await shot(page, 'segments-phone-dark')
  expect(page.problems).toEqual([])
  await page.leave()
})

it('analytics compare the values of a variable', async () => {
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}/analytics`)
  await choose(page.getByLabel('Compare by'), 'Variable Name')
  const table = page.getByRole('table').filter({ hasText: 'Completion rate' })
  const shown = async () => (await table.getByRole('row').allInnerTexts()).map((text) => text.split(/\s+/).join(' '))
  await expect.poll(shown).toContain('Ada of live 1 1 1 100 %')
  expect(await shown()).toContain('Grace of staging 1 1 1 100 %')
  expect(await findBarriers(page)).toEqual([])
  await shot(page, 'segments-variable')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await shot(page, 'segments-variable-phone-dark')
  expect(page.problems).toEqual([])
  await page.leave()
})

it('analytics and the summary count the results of one environment', async () => {
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}/summary`)
  await page.getByRole('heading', { name: 'Summary 2' }).waitFor()
  await choose(page.getByLabel('Environment'), 'staging')
  await page.getByRole('heading', { name: 'Summary 1' }).waitFor()
  await page.getByText('Grace of staging').waitFor()
  await shot(page, 'summary-origins')
  await page.goto(`${tests.service.url}/bots/${botId}/analytics`)
  const asked = page.waitForResponse((response) => response.url().includes('daily?') && response.url().includes('live'))
  await choose(page.getByLabel('Environment'), 'live')
  const { days } = await (await asked).json()
  expect(days.reduce((sum: number, { starts }: { starts: number }) => sum + starts, 0)).toBe(1)
  await page.setViewportSize({ width: 390, height: 844 })
  await shot(page, 'analytics-phone')
  expect(page.problems).toEqual([])
  await page.leave()
})
