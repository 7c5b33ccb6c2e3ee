import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPerson } from '../testing/add-person.js'
import { endVisits, findBarriers, openSignedIn, shareBrowser } from '../testing/browser.js'
import { choose } from '../testing/choose.js'
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

/** A member who shared a summary and scheduled a release of a bot. */
async function memberWithItems(name: string) {
  const { call, make, url } = service
  const token = await addPerson(service, name)
  const botId = await make({ name: `Survey of ${name}` })
  const asMember = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const response = await fetch(`${url}/api/v1/bots/${botId}/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(await response.text())
  }
  await asMember('results/summary/links', {})
  await asMember('publish', { at: new Date(Date.now() + 86_400_000).toISOString() })
  const links = async () => (await call('GET', `bots/${botId}/results/summary/links`)).links
  const scheduled = async () => (await call('GET', `bots/${botId}/environments`)).environments[0].scheduled
  return { links, scheduled }
}

it('lists what a person made before they are removed, revokes it, and keeps what is not ticked', async () => {
  const { links, scheduled } = await memberWithItems('Grace')
  const page = await openSignedIn(browser, service, `/workspaces/${service.workspaceId}/settings/members`)
  await page.getByRole('button', { name: 'Remove Grace' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove Grace?' })
  const link = dialog.getByRole('checkbox', { name: /^Public link to the summary of “Survey of Grace”/ })
  const deployment = dialog.getByRole('checkbox', { name: /^Deployment of “Survey of Grace”, scheduled for/ })
  await link.waitFor()
  expect([await link.isChecked(), await deployment.isChecked()]).toEqual([true, true])
  await link.uncheck()
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await links()).toMatchObject([{ isActive: true, author: { name: 'Ada' } }])
  expect(await scheduled()).toEqual([])
  expect(page.problems).toEqual([])
})

it('asks the same before a lower role ends what a person made', async () => {
  const { links, scheduled } = await memberWithItems('Kim')
  const page = await openSignedIn(browser, service, `/workspaces/${service.workspaceId}/settings/members`)
  await choose(page.getByLabel('Role of Kim'), 'Guest')
  const dialog = page.getByRole('dialog', { name: 'Change the role of Kim?' })
  await dialog.getByRole('group', { name: 'Revoke what Kim made' }).waitFor()
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect([await links(), await scheduled()]).toEqual([[], []])
  expect(page.problems).toEqual([])
})
