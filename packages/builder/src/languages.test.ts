import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage } from './testing/browser.js'
import { words } from './testing/flow-parts.js'
import { visiting } from './testing/visiting.js'

const tests = visiting()

const opened = async (path: string, options: Parameters<typeof openPage>[1] = {}): Promise<Page> => {
  const page = await openPage(tests.browser, options)
  page.setDefaultTimeout(60_000)
  await page.goto(`${tests.service.url}${path}#token=${tests.service.token}`)
  return page
}

it('speaks the language of the browser until the account chooses another, also in a browser that did not choose it', async () => {
  const page = await opened('/account/appearance', { locale: 'de-AT' })
  await page.getByRole('heading', { name: 'Erscheinungsbild', level: 1 }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  await page.getByLabel('Sprache dieser Seiten').selectOption('English')
  await page.getByRole('heading', { name: 'Appearance', level: 1 }).waitFor()
  const other = await opened('/account/appearance', { locale: 'de-AT' })
  await other.getByRole('heading', { name: 'Appearance', level: 1 }).waitFor()
  await other.getByLabel('Language of these pages').selectOption('As the browser')
  await other.getByRole('heading', { name: 'Erscheinungsbild', level: 1 }).waitFor()
})

it('counts, dates and names problems in German', async () => {
  const botId = await tests.service.make({
    name: 'Werkstatt',
    groups: [{ id: 'g', title: 'Fragen', graphCoordinates: { x: 0, y: 0 }, blocks: [words('t', 'Hallo')] }],
  })
  const page = await opened(`/bots/${botId}/build`, { locale: 'de-DE' })
  await page.getByRole('button', { name: 'Probleme' }).first().click()
  await page.getByText('Kein Weg führt zur Gruppe „Fragen“: Verbinden oder entfernen Sie sie.').waitFor()
})
