import { googleAccount, googleClient, googleStandIn } from '@colloquy/test-kit/providers/google'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { endVisits, type OpenPage, openSignedIn, shareBrowser } from '../testing/browser.js'
import { choose } from '../testing/choose.js'
import { chatOf } from '../testing/previewing.js'
import { type RunningService, runService } from '../testing/running-service.js'

let service: RunningService
let browser: Browser
let google: Awaited<ReturnType<typeof googleStandIn>>
const people = [
  ['Name', 'Mail'],
  ['Ada', 'a@b.co'],
]

beforeAll(async () => {
  google = await googleStandIn()
  const settings = {
    GOOGLE_API_URL: google.url,
    GOOGLE_OAUTH_URL: google.url,
    GOOGLE_SHEETS_CLIENT_ID: googleClient.id,
    GOOGLE_SHEETS_CLIENT_SECRET: googleClient.secret,
  }
  ;[service, browser] = await Promise.all([runService({ settings }), shareBrowser()])
})
beforeEach(() => {
  google.sheets.book = { Orders: [['Id']], People: people }
})
afterAll(async () => {
  if (browser) await endVisits(browser)
  await service?.close()
  await google?.close()
})

const start = { id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }
const bot = (options: object) => ({
  name: 'Look up',
  events: [start],
  edges: [{ id: 'e', from: { eventId: 'start' }, to: { groupId: 'g' } }],
  variables: [{ id: 'v', name: 'Found' }],
  groups: [
    {
      id: 'g',
      title: 'Look up',
      graphCoordinates: { x: 300, y: 0 },
      blocks: [
        { id: 'sheet', type: 'Google Sheets', options },
        { id: 'say', type: 'text', content: { richText: [{ type: 'p', children: [{ text: 'Found: {{Found}}' }] }] } },
      ],
    },
  ],
})

async function openBlock(options: object): Promise<{ page: OpenPage; botId: string }> {
  const botId = await service.make(bot(options))
  const page = await openSignedIn(browser, service, `/bots/${botId}`)
  await page.locator('.react-flow__node').first().waitFor()
  await page.evaluate(() => {
    location.hash = '#/g/sheet'
  })
  await page.locator('.side-body[data-form="sheet"]').waitFor()
  return { page, botId }
}

const field = (page: Page, label: string) => page.locator('.side-body').getByLabel(label, { exact: true })
/** A text field becomes a choice when the service has answered. */
const choice = (page: Page, label: string) => field(page, label).and(page.locator('.select'))

it('signs in through a window without leaving the form, offers sheets and columns, and runs in a preview', async () => {
  const { page } = await openBlock({})
  await choose(field(page, 'Action'), 'Get data from sheet')
  await choose(field(page, 'Account'), 'Add account…')
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await expect.poll(() => field(page, 'Account').textContent()).toBe(googleAccount.email)
  await choose(choice(page, 'Spreadsheet'), 'Spreadsheet book')
  await choose(choice(page, 'Sheet'), 'People')
  await page.locator('.part', { hasText: 'Save from the rows' }).getByRole('button', { name: 'Add' }).click()
  const row = page.locator('.part', { hasText: 'Save from the rows' })
  await row.getByLabel('Column', { exact: true }).click()
  await expect.poll(() => row.getByRole('option').allInnerTexts()).toEqual(['Name', 'Mail'])
  await row.getByLabel('Column', { exact: true }).fill('Mail')
  await row.getByLabel('Save in', { exact: true }).fill('Found')
  await row.getByLabel('Save in', { exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await chatOf(page).getByText('Found: a@b.co').waitFor()
  await page.leave()
})

it('says that an authorization has expired, and renews it at the block', async () => {
  const { page: first } = await openBlock({ action: 'Get data from sheet' })
  await choose(field(first, 'Account'), 'Add account…')
  await first.getByLabel('Name', { exact: true }).fill('Ends')
  await first.getByRole('button', { name: 'Sign in with Google' }).click()
  await expect.poll(() => field(first, 'Account').textContent()).toBe('Ends')
  const { credentials } = await service.call('GET', `credentials?workspaceId=${service.workspaceId}`)
  const { id } = credentials.find(({ name }: { name: string }) => name === 'Ends')
  await first.leave()
  google.refreshTokens.clear()
  await service.call('POST', `credentials/${id}/test`, { workspaceId: service.workspaceId })
  const { page } = await openBlock({ action: 'Get data from sheet', credentialsId: id })
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await page.getByRole('button', { name: 'Sign in to Google again' }).click()
  await page.getByText('The sign-in has ended').waitFor({ state: 'detached' })
  const tested = await service.call('POST', `credentials/${id}/test`, { workspaceId: service.workspaceId })
  expect(tested).toMatchObject({ status: 'success' })
  await page.leave()
})

it('shows why an authorization failed, and offers to try again', async () => {
  const { page } = await openBlock({ action: 'Get data from sheet' })
  google.state.denies = true
  await choose(field(page, 'Account'), 'Add account…')
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await page.getByRole('alert').getByText('Access was denied at Google').waitFor()
  google.state.denies = false
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await expect.poll(() => field(page, 'Account').textContent()).toBe(googleAccount.email)
  await page.leave()
})
