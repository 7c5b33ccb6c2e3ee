import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { addPerson } from './testing/add-person.js'
import { findBarriers, openSignedIn } from './testing/browser.js'
import { choose } from './testing/choose.js'
import { group } from './testing/flow-parts.js'
import { visiting } from './testing/visiting.js'

const tests = visiting()

const flow = {
  name: 'Shop',
  publicId: 'shop',
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e0' }],
  edges: [{ id: 'e0', from: { eventId: 'start' }, to: { groupId: 'Ask' } }],
  variables: [],
  groups: [group('Ask', [{ id: 'human', type: 'person', options: { message: 'One moment' } }])],
}

let botId: string
beforeAll(async () => {
  botId = await tests.service.make(flow)
  await addPerson(tests.service, 'Grace')
})

const workspace = (rest = '') => `/workspaces/${tests.service.workspaceId}${rest}`
const desk = { viewport: { width: 1280, height: 800 } }

/** Takes pictures, light and dark, and on a phone, if they are wanted. */
async function picture(page: Page, name: string) {
  const folder = process.env.SHOTS
  if (!folder) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png` })
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.screenshot({ path: `${folder}/${name}-phone.png` })
  await page.setViewportSize(desk.viewport)
}

it('an admin makes a team, a block names it, and the inbox shows, filters and assigns by team', async () => {
  const { service, browser } = tests
  const page = await openSignedIn(browser, service, workspace('/settings/inbox'), desk)
  await page.getByRole('button', { name: 'Add team' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add team' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Sales')
  await dialog.getByRole('switch', { name: 'Grace' }).click()
  await choose(dialog.getByLabel('Conversations are assigned'), 'In turn')
  expect(await findBarriers(page)).toEqual([])
  await picture(page, 'team-dialog')
  await dialog.getByRole('switch', { name: 'Own business hours' }).click()
  await dialog.getByLabel('Time zone').waitFor()
  await picture(page, 'team-dialog-hours')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('1 person · In turn · Own business hours').waitFor()
  await service.call('POST', `workspaces/${service.workspaceId}/inbox/teams`, { name: 'Support' })
  const { teams } = await service.call('GET', `workspaces/${service.workspaceId}/inbox/teams`)
  await service.call('PATCH', `workspaces/${service.workspaceId}/inbox/teams/${teams[0].id}`, { businessHours: null })
  await page.reload()
  await page.getByText('Nobody · By hand').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await picture(page, 'teams-card')

  await page.goto(`${service.url}/bots/${botId}#/Ask/human`)
  const form = page.locator('.side-body[data-form="human"]')
  await choose(form.getByLabel('Team', { exact: true }), 'Sales')
  await expect
    .poll(async () => (await service.call('GET', `bots/${botId}`)).bot.groups[0].blocks[0].options)
    .toMatchObject({ teamId: teams[0].id })
  expect(await findBarriers(page, undefined, '.side-body')).toEqual([])
  await picture(page, 'team-of-block')
  await service.call('POST', `bots/${botId}/publish`)
  const { sessionId } = await service.call('POST', 'bots/shop/startChat', {})

  await page.goto(`${service.url}${workspace('/inbox/unassigned')}`)
  const rows = page.getByRole('list', { name: 'Conversations' }).getByRole('button')
  await rows.filter({ hasText: 'Sales' }).waitFor()
  await page.getByRole('button', { name: 'Filter' }).click()
  await choose(page.getByLabel('Team', { exact: true }), 'Support')
  await page.getByText('No conversation matches the filter.').waitFor()
  await page.getByRole('button', { name: 'Save filter' }).click()
  await page.getByLabel('Name of the filter').fill('For support')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await choose(page.getByLabel('Team', { exact: true }), 'Sales')
  await rows.first().click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await picture(page, 'assign-to-team')
  await page.getByRole('menuitem', { name: 'Support' }).click()
  await expect.poll(() => rows.count()).toBe(0)
  await page.getByRole('link', { name: 'For support' }).click()
  await rows.filter({ hasText: 'Support' }).click()
  await page.getByRole('complementary', { name: 'Details' }).getByText('Support', { exact: true }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await picture(page, 'team-of-conversation')
  const found = await service.call('GET', `workspaces/${service.workspaceId}/inbox/${sessionId}`)
  expect(found.conversation).toMatchObject({ teamId: teams[1].id, assigneeId: null })

  await page.goto(`${service.url}${workspace('/settings/inbox')}`)
  await page.getByRole('button', { name: 'Delete Support' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Nobody · By hand').waitFor({ state: 'detached' })
  expect(page.problems).toEqual([])
})
