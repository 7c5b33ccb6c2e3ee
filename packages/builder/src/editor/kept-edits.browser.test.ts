import { startCuttable } from '@colloquy/test-kit/net/cuttable'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addPerson } from '../testing/add-person.js'
import { launchBrowser, openSignedIn } from '../testing/browser.js'
import { group, words } from '../testing/flow-parts.js'
import { type RunningService, runService } from '../testing/running-service.js'

let service: RunningService
let browser: Browser
let connection: Awaited<ReturnType<typeof startCuttable>>
beforeAll(async () => {
  ;[service, browser] = await Promise.all([runService(), launchBrowser()])
  connection = await startCuttable(service.url)
})
beforeEach(() => connection.mend())
afterAll(async () => {
  await browser?.close()
  connection?.close()
  await service?.close()
})

const bot = {
  name: 'Kept',
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
  edges: [{ id: 'e', from: { eventId: 'start' }, to: { groupId: 'One' } }],
  groups: [group('One', [words('hello', 'Hello')], { x: 240 }), group('Two', [words('bye', 'Bye')], { x: 640 })],
}
const titles = async (botId: string) =>
  (await service.call('GET', `bots/${botId}`)).bot.groups.map(({ title }: { title: string }) => title)

/** Waits until all parts of the page are there, which a cut connection cannot load. */
async function isLoaded(page: Page) {
  await page.locator('.group').first().waitFor()
  await page.waitForFunction(() => performance.getEntriesByName('everything-loaded').length > 0)
}

async function rename(page: Page, from: string, to: string) {
  await page.locator('.group-title', { hasText: from }).first().click()
  await page.getByLabel('Title', { exact: true }).fill(to)
  await page.locator('.saving', { hasText: 'Offline' }).waitFor()
}

/** Opens a page in a context that exists: a duplicated tab has the names that the first one stored. */
async function openIn(context: BrowserContext, path: string, token: string, stored = {}) {
  const page = await context.newPage()
  await page.addInitScript((entries) => {
    for (const [key, text] of Object.entries(entries))
      if (!sessionStorage.getItem(key)) sessionStorage.setItem(key, text as string)
  }, stored)
  await page.goto(`${connection.url}${path}#token=${token}`)
  await isLoaded(page)
  return page
}

it('keeps the unsaved edits of a tab and of its duplicate', async () => {
  const botId = await service.make(bot)
  const page = await openSignedIn(browser, { ...service, url: connection.url }, `/bots/${botId}`)
  await isLoaded(page)
  const context = page.context()
  const stored = await page.evaluate(() => ({ ...sessionStorage }))
  const duplicate = await openIn(context, `/bots/${botId}`, service.token, stored)
  connection.cut()
  await rename(page, 'One', 'Of the first tab')
  await rename(duplicate, 'Two', 'Of its duplicate')
  await Promise.all([page.close(), duplicate.close()])
  connection.mend()
  await openIn(context, `/bots/${botId}`, service.token)
  await expect.poll(() => titles(botId), { timeout: 20_000 }).toEqual(['Of the first tab', 'Of its duplicate'])
})

it('asks before it saves the unsaved edits of another account', async () => {
  const botId = await service.make(bot)
  const [one, two] = [
    await addPerson(service, 'First Person', { to: `bots/${botId}`, type: 'WRITE' }),
    await addPerson(service, 'Second Person', { to: `bots/${botId}`, type: 'WRITE' }),
  ]
  const page = await openSignedIn(browser, { url: connection.url, token: one }, `/bots/${botId}`)
  await isLoaded(page)
  const context = page.context()
  connection.cut()
  await rename(page, 'One', 'Of the first person')
  await page.close()
  await context.clearCookies()
  connection.mend()
  const other = await openIn(context, `/bots/${botId}`, two)
  const notice = other.getByRole('alert').filter({ hasText: '1 change of another account on this device' })
  await notice.waitFor()
  expect(await titles(botId)).toEqual(['One', 'Two'])
  await notice.getByRole('button', { name: 'Save as my changes' }).click()
  await expect.poll(() => titles(botId), { timeout: 20_000 }).toEqual(['Of the first person', 'Two'])
  await notice.waitFor({ state: 'detached' })
})

it('keeps unsaved edits while a person may only read the bot, and saves them when they may write again', async () => {
  const botId = await service.make(bot)
  const token = await addPerson(service, 'Reader Again', { to: `bots/${botId}`, type: 'WRITE' })
  const { collaborators } = await service.call('GET', `bots/${botId}/collaborators`)
  const { userId } = collaborators.find((it: { user: { email?: string } }) => it.user.email?.startsWith('reader.again'))
  const allow = (type: string) => service.call('PATCH', `bots/${botId}/collaborators/${userId}`, { type })
  const page = await openSignedIn(browser, { url: connection.url, token }, `/bots/${botId}`)
  await isLoaded(page)
  connection.cut()
  await rename(page, 'One', 'Not lost')
  await allow('READ')
  connection.mend()
  await page.getByRole('alertdialog', { name: 'You can no longer edit this bot' }).waitFor()
  await page.reload()
  await page.getByRole('alert').filter({ hasText: '1 change of yours on this device could not be saved' }).waitFor()
  await allow('WRITE')
  await page.reload()
  await expect.poll(() => titles(botId), { timeout: 20_000 }).toEqual(['Not lost', 'Two'])
})

it('says that edits are only in the tab when the browser has no space for them, and asks before it is closed', async () => {
  const botId = await service.make(bot)
  const page = await openSignedIn(browser, { ...service, url: connection.url }, `/bots/${botId}`)
  await isLoaded(page)
  const devtools = await page.context().newCDPSession(page)
  const limit = { origin: new URL(connection.url).origin }
  await devtools.send('Storage.overrideQuotaForOrigin', { ...limit, quotaSize: 1 })
  connection.cut()
  await rename(page, 'One', 'Not on the device')
  await page.locator('.saving', { hasText: 'only in this tab: keep it open' }).waitFor()
  const isAsked = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.dismiss()
    return dialog.type()
  })
  await page.close({ runBeforeUnload: true })
  expect(await isAsked).toBe('beforeunload')
  await devtools.send('Storage.overrideQuotaForOrigin', limit)
  await page.getByLabel('Title', { exact: true }).fill('On the device')
  await page.locator('.saving', { hasText: 'kept on this device' }).waitFor()
  connection.mend()
  await expect.poll(() => titles(botId), { timeout: 20_000 }).toEqual(['On the device', 'Two'])
})
