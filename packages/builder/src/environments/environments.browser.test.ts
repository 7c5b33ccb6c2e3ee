import { expect, it } from 'vitest'
import { findBarriers, openPage } from '../testing/browser.js'
import { choose } from '../testing/choose.js'
import { words } from '../testing/flow-parts.js'
import { visiting } from '../testing/visiting.js'

const tests = visiting()

const hello = { id: 'g', title: 'Hello', graphCoordinates: { x: 300, y: 0 } }

async function publishedBot(): Promise<string> {
  const botId = await tests.service.make({
    name: 'Shop',
    events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
    edges: [{ id: 'e', from: { eventId: 'start' }, to: { groupId: 'g' } }],
    variables: [{ id: 'v1', name: 'Address' }],
    groups: [{ ...hello, blocks: [words('t', 'Hello')] }],
  })
  await tests.service.call('POST', `bots/${botId}/publish`, { note: 'The first one' })
  return botId
}

it('promotes staging to live by mouse and rolls back by keyboard', async () => {
  const botId = await publishedBot()
  const live = async () => (await tests.service.call('GET', `bots/${botId}/environments`)).environments[0].releaseId
  const first = await live()
  const page = await openPage(tests.browser)
  page.setDefaultTimeout(60_000)
  await page.goto(`${tests.service.url}/bots/${botId}/versions#token=${tests.service.token}`)
  const environments = page.getByRole('region', { name: 'Environments' })
  await environments.getByRole('button', { name: 'Add' }).click()
  await environments.getByRole('button', { name: 'Add environment' }).click()
  const staging = environments.getByRole('listitem', { name: 'staging' })
  await staging.getByText('Nothing published here').waitFor()

  await staging.getByRole('button', { name: 'Publish in staging…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish' })
  await dialog.getByLabel('What changed').fill('The second one')
  await dialog.getByRole('button', { name: 'Summarize changes' }).waitFor()
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await staging.getByText('The second one').waitFor()
  expect(await live()).toBe(first)
  expect(await findBarriers(page)).toEqual([])

  await staging.getByRole('button', { name: 'Promote to live' }).click()
  const liveItem = environments.getByRole('listitem', { name: 'live' })
  await liveItem.getByText('The second one').waitFor()
  expect(await live()).not.toBe(first)

  await liveItem.getByRole('button', { name: 'Roll back' }).focus()
  await page.keyboard.press('Enter')
  await liveItem.getByText('The first one').waitFor()
  expect(await live()).toBe(first)
  await liveItem.getByRole('button', { name: 'Return to The second one' }).waitFor()
  await page.close()
})

it('summarizes what changed since the version of the environment that is chosen', async () => {
  const { call, url, token } = tests.service
  const botId = await publishedBot()
  const { environment } = await call('POST', `bots/${botId}/environments`, { name: 'staging' })
  const change = (text: string) =>
    call('PATCH', `bots/${botId}`, { bot: { groups: [{ ...hello, blocks: [words('t', text)] }] } })
  await change('Hello again')
  await call('POST', `bots/${botId}/publish`, { environmentId: environment.id, note: 'The second one' })
  const page = await openPage(tests.browser)
  page.setDefaultTimeout(60_000)
  await page.goto(`${url}/bots/${botId}/versions#token=${token}`)
  await page.getByRole('button', { name: 'More about publishing' }).click()
  await page.getByRole('menuitem', { name: 'Publish with a note…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish' })
  const note = dialog.getByLabel('What changed')
  await dialog.getByRole('button', { name: 'Summarize changes' }).click()
  await expect.poll(() => note.inputValue()).toContain('Hello again')
  await choose(dialog.getByRole('combobox', { name: 'Environment' }), 'staging')
  await expect
    .poll(async () => {
      await dialog.getByRole('button', { name: 'Summarize changes' }).click()
      return note.inputValue()
    })
    .toBe('Nothing has changed')
  await page.close()
})

it('promotes a release that checks refuse once a reason is given, and keeps the reason', async () => {
  const { call, url, token } = tests.service
  const botId = await publishedBot()
  const { environment } = await call('POST', `bots/${botId}/environments`, { name: 'staging' })
  await call('POST', `bots/${botId}/publish`, { environmentId: environment.id, note: 'The second one' })
  const test = { name: 'Never', steps: [{ expect: [{ kind: 'message', text: 'Never said', match: 'exact' }] }] }
  await call('POST', `bots/${botId}/tests`, { test })
  const { settings } = (await call('GET', `bots/${botId}`)).bot
  await call('PATCH', `bots/${botId}`, { bot: { settings: { ...settings, publishing: { isBlockedByTests: true } } } })
  const page = await openPage(tests.browser)
  page.setDefaultTimeout(60_000)
  await page.goto(`${url}/bots/${botId}/versions#token=${token}`)
  const environments = page.getByRole('region', { name: 'Environments' })
  await environments.getByRole('button', { name: 'Promote to live' }).click()
  const dialog = page.getByRole('dialog', { name: 'Checks failed' })
  await dialog.getByText('Nothing says "Never said".').waitFor()
  await dialog.getByLabel('Publish anyway, because').fill('It was never meant to')
  await dialog.getByRole('button', { name: 'Publish anyway' }).click()
  await environments.getByRole('listitem', { name: 'live' }).getByText('The second one').waitFor()
  await page.getByText('because: It was never meant to').waitFor()
  await page.close()
})

it('sets values of an environment, and schedules a release that can be cancelled', async () => {
  const botId = await publishedBot()
  const page = await openPage(tests.browser)
  page.setDefaultTimeout(60_000)
  await page.goto(`${tests.service.url}/bots/${botId}/versions#token=${tests.service.token}`)
  const live = page.getByRole('listitem', { name: 'live', exact: true })
  await live.getByRole('button', { name: 'More for live' }).click()
  await page.getByRole('menuitem', { name: 'Variables and credentials…' }).click()
  const values = page.getByRole('dialog', { name: 'Environment live' })
  await choose(values.getByLabel('Add a variable'), 'Address')
  await values.getByLabel('Address').fill('https://shop.example')
  await values.getByRole('button', { name: 'Save' }).click()
  await values.waitFor({ state: 'detached' })
  const { environments } = await tests.service.call('GET', `bots/${botId}/environments`)
  expect(environments[0].variables).toEqual({ v1: 'https://shop.example' })

  await page.getByRole('button', { name: /The first one/ }).click()
  await page.getByRole('button', { name: 'Make current…' }).click()
  await page.getByRole('menuitem', { name: 'Schedule…' }).click()
  const schedule = page.getByRole('dialog', { name: 'Schedule' })
  await schedule.getByLabel('Date and time').fill('2099-01-02T08:00')
  await schedule.getByRole('button', { name: 'Schedule', exact: true }).click()
  await live.getByText('2099').waitFor()
  await live.getByRole('button', { name: 'Cancel' }).click()
  await live.getByText('2099').waitFor({ state: 'detached' })
  await page.close()
})

it('lists everything that became current where, when and by whom', async () => {
  const { call, url, token } = tests.service
  const botId = await publishedBot()
  const [{ releaseId }] = (await call('GET', `bots/${botId}/environments`)).environments
  for (let count = 0; count < 20; count++) {
    await call('POST', `bots/${botId}/environments/live/deploy`, { releaseId })
  }
  const page = await openPage(tests.browser)
  page.setDefaultTimeout(60_000)
  await page.goto(`${url}/bots/${botId}/versions#token=${token}`)
  const environments = page.getByRole('region', { name: 'Environments' })
  await environments.getByText('History').click()
  const entries = environments.getByText('live: The first one')
  await expect.poll(() => entries.count(), { timeout: 60_000 }).toBe(20)
  await environments.getByRole('button', { name: 'Show older ones' }).click()
  await expect.poll(() => entries.count(), { timeout: 60_000 }).toBe(21)
  expect(await environments.getByText('by Ada').count()).toBe(21)
  await page.close()
})

it('deletes an environment with its address only after a confirmation', async () => {
  const { call, url, token } = tests.service
  const botId = await publishedBot()
  await call('POST', `bots/${botId}/environments`, { name: 'staging' })
  const page = await openPage(tests.browser)
  page.setDefaultTimeout(60_000)
  await page.goto(`${url}/bots/${botId}/versions#token=${token}`)
  const staging = page.getByRole('listitem', { name: 'staging' })
  await staging.getByRole('button', { name: 'More for staging' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const confirm = page.getByRole('dialog', { name: 'Delete the environment staging?' })
  await confirm.getByText('This cannot be undone.').waitFor()
  expect(await findBarriers(page, undefined, '[role="dialog"]')).toEqual([])
  await confirm.getByRole('button', { name: 'Delete environment' }).click()
  // The list is out of reach behind the dialog already.
  await expect.poll(async () => (await call('GET', `bots/${botId}/environments`)).environments).toHaveLength(1)
  await staging.waitFor({ state: 'detached' })
  await page.close()
})
