import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endVisits, findBarriers, openSignedIn, shareBrowser } from '../testing/browser.js'
import { type RunningService, runService } from '../testing/running-service.js'

let service: RunningService
let browser: Browser

beforeAll(async () => {
  ;[service, browser] = await Promise.all([runService(), shareBrowser()])
})
afterAll(async () => {
  if (browser) await endVisits(browser)
  await service?.close()
})

async function picture(page: Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [device, width, height] of [
      ['desktop', 1280, 800],
      ['phone', 390, 844],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height })
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${device}-${colorScheme}.png`, fullPage: true })
    }
  await page.setViewportSize({ width: 1280, height: 800 })
}

const add = (body: object) => service.call('POST', `workspaces/${service.workspaceId}/contacts`, body)
const define = (name: string, type: string) =>
  service.call('POST', `workspaces/${service.workspaceId}/contact-attributes`, { name, type })
const open = () => openSignedIn(browser, service, `/workspaces/${service.workspaceId}/settings/contacts`)

it('finds contacts by a search and a filter, which is saved as a segment', async () => {
  await define('plan', 'text')
  await define('born', 'date')
  const identifiers = [
    { kind: 'email', value: 'ana.garcia@example.com' },
    { kind: 'phone', value: '+34 600 123 456' },
  ]
  await add({ name: 'Ana García', tags: ['vip', 'madrid'], attributes: { plan: 'pro' }, identifiers })
  await add({ name: 'Ben Okafor', tags: ['trial'], attributes: { plan: 'free' } })
  await add({ name: 'Chloé Durand', isBlocked: true })
  const page = await open()
  await page.getByText('3 contacts').waitFor()
  await picture(page, 'contacts')
  await page.getByLabel('Search contacts').fill('600123')
  await page.getByText('1 contact', { exact: true }).waitFor()
  await page.getByLabel('Search contacts').fill('')
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByLabel('Value').fill('VIP')
  await page.getByText('1 contact', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Save as segment' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Important')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('combobox', { name: 'Segment' }).getByText('Important').waitFor()
  await picture(page, 'contacts-filtered')
  expect(await findBarriers(page)).toEqual([])
  expect(page.problems).toEqual([])
  await page.leave()
})

it('changes a contact, merges another one into it, and undoes that', async () => {
  await add({ name: 'Dora', identifiers: [{ kind: 'email', value: 'dora@example.com' }] })
  await add({ name: 'Dorothea', tags: ['new'] })
  const page = await open()
  await page.getByRole('link', { name: 'Dora dora@example.com' }).click()
  await page.getByLabel('Tags').fill('vip, berlin')
  await page.getByLabel('plan').fill('pro')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => page.getByLabel('Tags').inputValue()).toBe('vip, berlin')
  await picture(page, 'contact')
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Merge' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Search contacts').fill('dorothea')
  await dialog.getByRole('radio').check()
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await page.getByText('Merged with Dorothea').waitFor()
  await expect.poll(() => page.getByLabel('Tags').inputValue()).toBe('vip, berlin, new')
  await page.getByRole('button', { name: 'Undo merge' }).click()
  await expect.poll(() => page.getByLabel('Tags').inputValue()).toBe('vip, berlin')
  await page.leave()
})

it('erases a contact and reports what was erased', async () => {
  await add({ name: 'Emil', identifiers: [{ kind: 'telegram', value: '4711' }] })
  const page = await open()
  await page.getByRole('link', { name: 'Emil 4711' }).click()
  await page.getByRole('button', { name: 'Erase contact' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Erase contact' }).click()
  await page.getByRole('dialog').getByText('1 identifier').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('heading', { name: 'Contacts' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Emil' }).count()).toBe(0)
  await page.leave()
})

it('imports contacts from a file after a check, and exports what the list shows', async () => {
  await define('city', 'text')
  await add({ name: 'Fay', identifiers: [{ kind: 'email', value: 'fay@example.com' }] })
  const page = await open()
  const lines = [
    'Full name;E-Mail;Town;Shoe size',
    'Fay Adams;fay@example.com;Leeds;38',
    'Gus Import;gus@example.com;York;44',
    'Nobody;;York;40',
  ]
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
  await page.getByRole('button', { name: 'More about contacts' }).click()
  await page.getByRole('menuitem', { name: 'Import contacts…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('CSV file').setInputFiles(file)
  await dialog.getByText('3 rows').waitFor()
  await dialog.getByRole('combobox', { name: 'What Town has' }).click()
  await page.getByRole('option', { name: 'city' }).click()
  await picture(page, 'import-columns')
  await dialog.getByRole('button', { name: 'Check' }).click()
  await dialog.getByText('1 contact will be added').waitFor()
  await dialog.getByText('1 contact will be changed').waitFor()
  await dialog.getByText('Rows that are left out').click()
  await dialog.getByText('Row 4: it has no phone number, email or other identifier.').waitFor()
  await picture(page, 'import-checked')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Import' }).click()
  await dialog.getByText('1 contact was added').waitFor()
  await picture(page, 'import-done')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByLabel('Search contacts').fill('gus')
  await page.getByRole('link', { name: 'Gus Import gus@example.com' }).waitFor()
  await page.getByRole('button', { name: 'More about contacts' }).click()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export what the list shows' }).click(),
  ])
  const csv = await readFile((await saved.path()) as string, 'utf8')
  expect(csv).toContain('"gus@example.com"')
  expect(csv).not.toContain('fay@example.com')
  expect(page.problems).toEqual([])
  await page.leave()
})
