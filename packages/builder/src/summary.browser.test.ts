import { freePort } from '@colloquy/test-kit/free-port'
import { catchMail } from '@colloquy/test-kit/mail-catcher'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPerson } from './testing/add-person.js'
import { findBarriers, openSignedIn } from './testing/browser.js'
import { choose } from './testing/choose.js'
import { group, words } from './testing/flow-parts.js'
import { visiting } from './testing/visiting.js'

let mail: Awaited<ReturnType<typeof catchMail>>
const tests = visiting()
const mailing = visiting(async () => {
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

const items = ['Apple', 'Pear'].map((content) => ({ id: content, content }))
const flow = {
  name: 'Survey',
  publicId: 'survey',
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e0' }],
  edges: [{ id: 'e0', from: { eventId: 'start' }, to: { groupId: 'Questions' } }],
  variables: [],
  groups: [
    group(
      'Questions',
      [
        words('t1', 'Which fruit?'),
        { id: 'fruit', type: 'choice input', items, options: { isMultipleChoice: true } },
        words('t2', 'Would you recommend us?'),
        { id: 'nps', type: 'rating input', options: { buttonType: 'Numbers' } },
        words('t3', 'Anything else?'),
        { id: 'rest', type: 'text input', options: {} },
      ],
      { x: 300 },
    ),
  ],
}

let botId: string
beforeAll(async () => {
  botId = await tests.service.make(flow)
  await tests.service.call('POST', `bots/${botId}/publish`)
})

const open = (token: string, path: string, options = {}) =>
  openSignedIn(tests.browser, { url: tests.service.url, token }, path, options)

it('says what to do while nobody has answered, then shows bars as text, the score and texts that open their result', async () => {
  const page = await open(tests.service.token, `/bots/${botId}/summary`)
  await page.getByText('No answers yet.').waitFor()
  await page.getByText('Visitors answer once you share the link.').waitFor()
  expect(await page.getByRole('link', { name: 'share the link' }).getAttribute('href')).toBe(`/bots/${botId}/share`)
  for (const replies of [
    ['Apple, Pear', '10', 'Lovely'],
    ['Pear', '2'],
  ]) {
    const { sessionId } = await tests.service.call('POST', 'bots/survey/startChat', {})
    for (const message of replies) await tests.service.call('POST', `sessions/${sessionId}/continueChat`, { message })
  }
  await page.reload()
  await page.getByRole('heading', { name: 'Which fruit?' }).waitFor()
  const rows = page.getByRole('table', { name: 'Answers to Questions', exact: true }).first().getByRole('row')
  await expect
    .poll(async () => (await rows.allInnerTexts()).map((text) => text.split(/\s+/).join(' ')))
    .toContain('Pear 2 100 %')
  const score = page.getByRole('region', { name: 'Would you recommend us?' })
  await score.getByText('1 promoter (9–10), 0 passives (7–8), 1 detractor (0–6)').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page
    .getByRole('region', { name: 'Anything else?' })
    .getByRole('link', { name: /^Open the result of/ })
    .click()
  await expect.poll(() => page.url()).toMatch(/\/results\/[\w-]+$/)
  expect(page.problems).toEqual([])
})

it('shares the shown summary by a link that works without an account until it is revoked', async () => {
  const page = await open(tests.service.token, `/bots/${botId}/summary`)
  await choose(page.getByLabel('From when'), 'Last 7 days')
  await page.getByRole('button', { name: 'Share…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share summary' })
  await dialog.getByText('The link shows: Last 7 days').waitFor()
  await dialog.getByRole('switch', { name: 'Show written answers' }).check()
  await dialog.getByText(/They may contain names/).waitFor()
  await dialog.getByRole('button', { name: 'Create and copy link' }).click()
  const line = dialog.getByRole('list').getByRole('listitem')
  await line.getByText(/^Last 7 days · With written answers · Created/).waitFor()
  expect(await findBarriers(page)).toEqual([])
  const address = (await line.locator('code').innerText()).trim()

  const context = await tests.browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  const shared = await context.newPage()
  await shared.goto(address)
  await shared.getByRole('heading', { name: 'Survey', level: 1 }).waitFor()
  await shared.getByText('Lovely').waitFor()
  expect(await shared.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await findBarriers(shared)).toEqual([])
  await line.getByRole('button', { name: /^Revoke/ }).click()
  await line.waitFor({ state: 'detached' })
  await shared.reload()
  await shared.getByRole('heading', { name: /This summary is no longer shared/ }).waitFor()
  await context.close()
  expect(page.problems).toEqual([])
})

it('schedules emails of a shared summary, says who has to confirm, and stops them', async () => {
  const { service, browser } = mailing
  const mailedId = await service.make(flow)
  await service.call('POST', `bots/${mailedId}/results/summary/links`, { timeFilter: 'last7Days' })
  const page = await openSignedIn(browser, service, `/bots/${mailedId}/summary`)
  await page.getByRole('button', { name: 'Share…' }).click()
  const schedule = page.getByRole('region', { name: 'Scheduled emails' })
  await schedule.getByLabel('Email address').fill('head@example.org')
  await choose(schedule.getByLabel('How often'), 'Every day')
  await schedule.getByRole('button', { name: 'Schedule email' }).click()
  const line = schedule.getByRole('listitem')
  await line.getByText('head@example.org').waitFor()
  await line.getByText('Awaits confirmation').waitFor()
  await page.getByText('Asked head@example.org to confirm').waitFor()
  expect(mail.caught.map(({ to }) => to)).toEqual([['head@example.org']])
  expect(await findBarriers(page)).toEqual([])
  await line.getByRole('button', { name: 'Stop emails to head@example.org' }).click()
  await line.waitFor({ state: 'detached' })
  expect(page.problems).toEqual([])
})

it('is readable on a phone in the dark, by somebody who may only read', async () => {
  const token = await addPerson(tests.service, 'Lin', { to: `bots/${botId}`, type: 'READ' })
  const options = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }
  const page = await open(token, `/bots/${botId}/summary`, options)
  await page.getByRole('heading', { name: 'Summary', level: 1 }).waitFor()
  await choose(page.getByLabel('From when'), 'Today')
  await page.isCalm()
  expect(await page.getByRole('button', { name: 'Share…' }).count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await findBarriers(page)).toEqual([])
  expect(page.problems).toEqual([])
})
