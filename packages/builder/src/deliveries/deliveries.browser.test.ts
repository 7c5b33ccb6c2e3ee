import { type StandIn, standIn } from '@colloquy/test-kit/providers/stand-in'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endVisits, findBarriers, openSignedIn, shareBrowser } from '../testing/browser.js'
import { openDatabase } from '../testing/open-database.js'
import { type RunningService, runService } from '../testing/running-service.js'

let crm: StandIn
let service: RunningService
let browser: Browser

beforeAll(async () => {
  crm = await standIn(() => ({ json: {} }))
  ;[service, browser] = await Promise.all([runService({ settings: { EGRESS_ALLOW: crm.entry } }), shareBrowser()])
})
afterAll(async () => {
  if (browser) await endVisits(browser)
  await service?.close()
  await crm?.close()
})

/** A visitor whose answer goes to a system that is down; the delivery is given up as after a day. */
async function givenUp(publicId: string): Promise<void> {
  crm.failWith({ status: 503, json: {} })
  const at = { x: 0, y: 0 }
  const webhook = { method: 'POST', url: `${crm.url}/leads` }
  const call = { id: 'call', type: 'Webhook', options: { webhook, isGuaranteed: true } }
  const { bot } = await service.call('POST', 'bots', {
    workspaceId: service.workspaceId,
    bot: {
      name: 'Leads',
      publicId,
      events: [{ id: 'e', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed' }],
      edges: [{ id: 'ed', from: { eventId: 'e' }, to: { groupId: 'g' } }],
      groups: [{ id: 'g', title: 'Send', graphCoordinates: at, blocks: [call] }],
    },
  })
  await service.call('POST', `bots/${bot.id}/publish`)
  await service.call('POST', `bots/${publicId}/startChat`, {})
  const database = openDatabase(service.folder)
  const failed = database.prepare('SELECT id FROM deliveries WHERE bot_id = ? AND failures > 0')
  await expect.poll(() => failed.all(bot.id)).toHaveLength(1)
  database.prepare("UPDATE deliveries SET state = 'dead', ended_at = ? WHERE bot_id = ?").run(Date.now(), bot.id)
  database.close()
  crm.failWith(undefined)
}

async function picture(page: Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return
  await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 800 })
  await page.screenshot({ path: `${process.env.SHOTS}/${name}-phone.png` })
}

it('sends a delivery that was given up again, by the button of its row', async () => {
  await givenUp('one')
  const page = await openSignedIn(browser, service, `/workspaces/${service.workspaceId}/settings/deliveries`)
  const row = page.getByRole('row', { name: 'Leads' })
  await row.getByText('Failed', { exact: true }).waitFor()
  await row.getByText('The answer has the status 503').waitFor()
  expect(await findBarriers(page)).toEqual([])
  const before = crm.received.length
  await row.getByRole('button', { name: 'Send again' }).click()
  await row.getByText('Delivered', { exact: true }).waitFor()
  expect(crm.received.slice(before).map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /leads'])
  expect(page.problems).toEqual([])
  await page.leave()
})

it('sends all deliveries to an integration that were given up again', async () => {
  for (const publicId of ['two', 'three']) await givenUp(publicId)
  const page = await openSignedIn(browser, service, `/workspaces/${service.workspaceId}/settings/deliveries`)
  const failed = page.getByRole('row').getByText('Failed', { exact: true })
  await expect.poll(() => failed.count()).toBe(2)
  await picture(page, 'deliveries')
  const before = crm.received.length
  await page.getByRole('button', { name: 'Send failed ones again' }).click()
  await expect.poll(() => failed.count()).toBe(0)
  await expect.poll(() => crm.received.length - before).toBe(2)
  await expect.poll(() => page.getByRole('row').getByText('Waiting', { exact: true }).count()).toBe(0)
  await page.leave()
})
