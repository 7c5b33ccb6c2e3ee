import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPerson } from '../testing/add-person.js'
import { launchBrowser, openSignedIn } from '../testing/browser.js'
import { group, words } from '../testing/flow-parts.js'
import { type RunningService, runService } from '../testing/running-service.js'

let service: RunningService
let browser: Browser
beforeAll(async () => {
  ;[service, browser] = await Promise.all([runService(), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await service?.close()
})

const bot = {
  name: 'Kept',
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
  edges: [{ id: 'e', from: { eventId: 'start' }, to: { groupId: 'One' } }],
  groups: [group('One', [words('hello', 'Hello')], { x: 240 }), group('Two', [words('bye', 'Bye')], { x: 640 })],
}
const edits = '**/operations'
const cut = (context: BrowserContext) => context.route(edits, (route) => route.abort())
const titles = async (botId: string) =>
  (await service.call('GET', `bots/${botId}`)).bot.groups.map(({ title }: { title: string }) => title)

async function rename(page: Page, from: string, to: string) {
  await page.locator('.group-title', { hasText: from }).first().click()
  await page.getByLabel('Title', { exact: true }).fill(to)
  await page.locator('.saving', { hasText: 'Offline' }).waitFor()
}

/** Closes a page whose requests fail: those that it sends while it closes would not pass through the route. */
async function leave(page: Page) {
  await page.goto('about:blank')
  await page.close()
}

/** Opens a page in a context that exists: a duplicated tab has the names that the first one stored. */
async function openIn(context: BrowserContext, path: string, token: string, stored = {}) {
  const page = await context.newPage()
  await page.addInitScript((entries) => {
    for (const [key, text] of Object.entries(entries))
      if (!sessionStorage.getItem(key)) sessionStorage.setItem(key, text as string)
  }, stored)
  await page.goto(`${service.url}${path}#token=${token}`)
  await page.locator('.group').first().waitFor()
  return page
}

it('keeps the unsaved edits of a tab and of its duplicate', async () => {
  const botId = await service.make(bot)
  const page = await openSignedIn(browser, service, `/bots/${botId}`)
  await page.locator('.group').first().waitFor()
  const context = page.context()
  const stored = await page.evaluate(() => ({ ...sessionStorage }))
  await cut(context)
  const duplicate = await openIn(context, `/bots/${botId}`, service.token, stored)
  await rename(page, 'One', 'Of the first tab')
  await rename(duplicate, 'Two', 'Of its duplicate')
  await Promise.all([leave(page), leave(duplicate)])
  await context.unroute(edits)
  await openIn(context, `/bots/${botId}`, service.token)
  await expect.poll(() => titles(botId), { timeout: 20_000 }).toEqual(['Of the first tab', 'Of its duplicate'])
})

it('asks before it saves the unsaved edits of another account', async () => {
  const botId = await service.make(bot)
  const [one, two] = [
    await addPerson(service, 'First Person', { to: `bots/${botId}`, type: 'WRITE' }),
    await addPerson(service, 'Second Person', { to: `bots/${botId}`, type: 'WRITE' }),
  ]
  const page = await openSignedIn(browser, { ...service, token: one }, `/bots/${botId}`)
  await page.getByRole('button', { name: 'Skip for now' }).or(page.locator('.group').first()).first().waitFor()
  const context = page.context()
  await cut(context)
  await rename(page, 'One', 'Of the first person')
  await leave(page)
  await context.unroute(edits)
  await context.clearCookies()
  const other = await openIn(context, `/bots/${botId}`, two)
  const notice = other.getByRole('alert').filter({ hasText: '1 change of another account on this device' })
  await notice.waitFor()
  expect(await titles(botId)).toEqual(['One', 'Two'])
  await notice.getByRole('button', { name: 'Save as my changes' }).click()
  await expect.poll(() => titles(botId), { timeout: 20_000 }).toEqual(['Of the first person', 'Two'])
  expect(await notice.count()).toBe(0)
})

it('keeps unsaved edits while a person may only read the bot, and saves them when they may write again', async () => {
  const botId = await service.make(bot)
  const token = await addPerson(service, 'Reader Again', { to: `bots/${botId}`, type: 'WRITE' })
  const { collaborators } = await service.call('GET', `bots/${botId}/collaborators`)
  const { userId } = collaborators.find((it: { user: { email?: string } }) => it.user.email?.startsWith('reader.again'))
  const allow = (type: string) => service.call('PATCH', `bots/${botId}/collaborators/${userId}`, { type })
  const page = await openSignedIn(browser, { ...service, token }, `/bots/${botId}`)
  await page.locator('.group').first().waitFor()
  const context = page.context()
  await cut(context)
  await rename(page, 'One', 'Not lost')
  await allow('READ')
  await context.unroute(edits)
  await page.getByRole('alertdialog', { name: 'You can no longer edit this bot' }).waitFor()
  await page.reload()
  await page.getByRole('alert').filter({ hasText: '1 change of yours on this device could not be saved' }).waitFor()
  await allow('WRITE')
  await page.reload()
  await expect.poll(() => titles(botId), { timeout: 20_000 }).toEqual(['Not lost', 'Two'])
})
