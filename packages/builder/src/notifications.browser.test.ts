import { freePort } from '@colloquy/test-kit/free-port'
import { catchMail } from '@colloquy/test-kit/mail-catcher'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findBarriers, openPage, openSignedIn } from './testing/browser.js'
import { choose } from './testing/choose.js'
import { group, words } from './testing/flow-parts.js'
import { owner } from './testing/running-service.js'
import { visiting } from './testing/visiting.js'

let mail: Awaited<ReturnType<typeof catchMail>>
const tests = visiting(async () => {
  mail = await catchMail('secret')
  const port = await freePort()
  return {
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: 'bots@example.com',
    PORT: String(port),
    COLLOQUY_PUBLIC_URL: `http://127.0.0.1:${port}`,
  }
})
afterAll(() => mail.close())

const flow = {
  name: 'Lead form',
  publicId: 'lead',
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e0' }],
  edges: [{ id: 'e0', from: { eventId: 'start' }, to: { groupId: 'Questions' } }],
  variables: [{ id: 'vName', name: 'Name' }],
  groups: [
    group(
      'Questions',
      [words('t1', 'Who are you?'), { id: 'name', type: 'text input', options: { variableId: 'vName' } }],
      { x: 300 },
    ),
  ],
}

let botId: string
beforeAll(async () => {
  const { service } = tests
  botId = await service.make(flow)
  await service.call('POST', `bots/${botId}/publish`)
  await service.call('POST', 'email-verifications', { email: owner.email })
})

async function complete(name: string) {
  const { sessionId } = await tests.service.call('POST', 'bots/lead/startChat', {})
  await tests.service.call('POST', `sessions/${sessionId}/continueChat`, { message: name })
}

it('adds notifications by email and in the browser, shows a result in the open tab, and stops emails by their link', async () => {
  const { service, browser } = tests
  const page = await openSignedIn(browser, service, `/bots/${botId}/results`, { permissions: ['notifications'] })
  await page.getByRole('button', { name: 'Notify me' }).click()
  const dialog = page.getByRole('dialog', { name: 'Notify me' })
  await dialog.getByRole('button', { name: 'Add notification' }).click()
  const rows = dialog.getByRole('listitem')
  await rows.filter({ hasText: 'Completed results · Email' }).getByText('At once · Nothing sent yet').waitFor()
  await choose(dialog.getByLabel('How', { exact: true }), 'This browser')
  await dialog.getByRole('button', { name: 'Add notification' }).click()
  await rows.filter({ hasText: 'Completed results · Browser' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Edit notification: Completed results · Email' }).click()
  await choose(dialog.getByLabel('How often'), 'Every hour')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await rows.filter({ hasText: 'Completed results · Email' }).getByText('Every hour · Nothing sent yet').waitFor()
  await dialog.getByRole('button', { name: 'Edit notification: Completed results · Email' }).click()
  await choose(dialog.getByLabel('How often'), 'At once')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await rows.filter({ hasText: 'Completed results · Email' }).getByText('At once · Nothing sent yet').waitFor()
  await page.keyboard.press('Escape')
  await complete('Grace')
  await page.getByText('New result').waitFor()
  await expect.poll(() => mail.caught.length, { timeout: 20_000 }).toBe(1)
  const stop = /<(http:[^>]*\/notifications\/[^>]*)>/.exec(mail.caught[0]!.raw.replaceAll('\r\n ', ''))![1]!
  const elsewhere = await openPage(browser)
  await elsewhere.goto(stop)
  expect(await findBarriers(elsewhere)).toEqual([])
  await elsewhere.getByRole('button', { name: 'Stop emails' }).click()
  await elsewhere.getByText('Stopped.').waitFor()
  await page.goto(`${service.url}/account/notifications`)
  const listed = page.getByRole('main').getByRole('listitem')
  await listed.filter({ hasText: 'Completed results · Browser' }).waitFor()
  expect(await listed.count()).toBe(1)
  expect(await findBarriers(page)).toEqual([])
  await listed.getByRole('button', { name: 'Stop notification: Completed results · Browser' }).click()
  await page.getByText('No notifications yet.').waitFor()
  expect(page.problems).toEqual([])
})
