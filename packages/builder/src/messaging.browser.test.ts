import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, it } from 'vitest'
import { addPerson } from './testing/add-person.js'
import { findBarriers, openSignedIn } from './testing/browser.js'
import { choose } from './testing/choose.js'
import { group, words } from './testing/flow-parts.js'
import { runService } from './testing/running-service.js'
import { visiting } from './testing/visiting.js'
import { appSecret, writeFromPhone } from './testing/write-from-phone.js'

/** How a bot is set up for a messaging app, seen by its author and by others. */

const tests = visiting()
const question = { id: 'ask', type: 'rating input' }
const flow = (name: string) => ({
  name,
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e0' }],
  edges: [{ id: 'e0', from: { eventId: 'start' }, to: { groupId: 'First' } }],
  variables: [],
  groups: [group('First', [words('t1', 'How was it?'), question], { x: 300 })],
})
const contains = (value: string) => ({ comparisons: [{ id: 'c1', comparisonOperator: 'Contains', value }] })

let botId: string
let otherId: string
beforeAll(async () => {
  const { call, make, workspaceId } = tests.service
  const { credentialsId } = await call('POST', 'credentials', {
    workspaceId,
    credentials: {
      type: 'messaging',
      name: 'Shop',
      data: { systemUserAccessToken: 'a token of the tests', phoneNumberId: '104', appSecret: 'a secret of the tests' },
    },
  })
  botId = await make(flow('Orders'))
  otherId = await make(flow('Everything else'))
  await call('PATCH', `bots/${otherId}`, {
    bot: { messagingCredentialsId: credentialsId, settings: { messaging: { isEnabled: true } } },
  })
  await call('POST', `bots/${otherId}/publish`)
})
const open = (token: string, path: string) => openSignedIn(tests.browser, { url: tests.service.url, token }, path)

it('an author chooses a number and the messages to answer, publishes, and sees the result', async () => {
  const page = await open(tests.service.token, `/bots/${botId}/share`)
  await page.getByRole('link', { name: 'Set it up' }).click()
  await page.getByRole('heading', { name: 'Channels', level: 1 }).waitFor()
  await page.getByText('It has no channel yet').waitFor()
  await expect.poll(() => page.getByRole('switch', { name: 'Answer messages' }).count()).toBe(0)
  await choose(page.getByLabel('The bot answers on'), 'Shop (WhatsApp)')

  const connection = page.locator('.card', { hasText: 'Connection' })
  await connection.getByText('No messages yet').waitFor()
  await connection.getByText(/\/messaging\/.*\/webhook$/).waitFor()
  await connection.getByRole('button', { name: 'Create verify token' }).click()
  await connection.getByRole('button', { name: 'Copy the verify token' }).waitFor()

  await page.getByRole('switch', { name: 'Answer messages' }).check()
  await page.getByText('Nothing is published yet: publish.').waitFor()
  await choose(page.getByLabel('It answers'), 'first messages that match')
  await page.getByText('Write what to compare with.').waitFor()
  await page.getByLabel('Value 1').fill('order')
  await page.getByRole('button', { name: 'Add a comparison' }).click()
  await choose(page.getByLabel('Comparison 2', { exact: true }), 'begin with')
  await page.getByLabel('Value 2').fill('buy')
  await choose(page.getByLabel('Of these comparisons'), 'at least one holds')
  await page.getByLabel('Hours without a message').fill('50')
  await page.getByText('A number from 0.01 to 48').waitFor()
  await page.getByLabel('Hours without a message').fill('0.5')
  await page.getByLabel('Seconds in which several messages').fill('11')
  await page.getByText('A number from 0 to 10').waitFor()
  await page.getByLabel('Seconds in which several messages').fill('2.5')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('It answers first messages that contain “order” or begin with “buy”.').waitFor()

  await expect
    .poll(() => page.locator('.answering li').allInnerTexts())
    .toEqual([
      'This bot: first messages that contain “order” or begin with “buy”',
      'Everything else: every first message that is left',
    ])
  const { bot } = await tests.service.call('GET', `bots/${botId}`)
  expect(bot.settings.messaging).toMatchObject({ isEnabled: true, sessionExpiryTimeout: 0.5, quietSeconds: 2.5 })
  expect(bot.settings.messaging.startCondition.logicalOperator).toBe('OR')
  await page.isCalm()
  expect(await findBarriers(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 500 })
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(500)

  await page.getByRole('link', { name: 'Rating' }).click()
  await page.locator('.side-body[data-form="ask"]').waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})

it('a viewer of a shared bot sees all of it, and no bots that are not shared', async () => {
  const { call } = tests.service
  const { bot } = await call('GET', `bots/${otherId}`)
  await call('PATCH', `bots/${botId}`, {
    bot: {
      messagingCredentialsId: bot.messagingCredentialsId,
      settings: { messaging: { isEnabled: true, startCondition: contains('order') } },
    },
  })
  await call('POST', `bots/${botId}/publish`).catch(() => {})
  const token = await addPerson(tests.service, 'Lin', { to: `bots/${botId}`, type: 'READ' })
  const page = await open(token, `/bots/${botId}/messaging`)
  await page.getByText('It answers first messages that contain “order”').first().waitFor()
  await expect.poll(() => page.getByRole('switch', { name: 'Answer messages' }).isDisabled()).toBe(true)
  await expect.poll(() => page.getByLabel('The bot answers on').isDisabled()).toBe(true)
  await expect.poll(() => page.getByLabel('Value 1').inputValue()).toBe('order')
  await page.getByText('Another bot of the workspace: every first message').waitFor()
  for (const name of ['Create verify token', 'Test', /^Add/, /^Remove/])
    expect(await page.getByRole('button', { name }).count(), String(name)).toBe(0)
  await page.isCalm()
  expect(await findBarriers(page)).toEqual([])
  expect(page.problems).toEqual([])
  await page.leave()
})

it('a draft is shown on a phone where the service has a number for that, and not offered elsewhere', async () => {
  const elsewhere = await open(tests.service.token, `/bots/${botId}/messaging`)
  await elsewhere.getByRole('heading', { name: 'What works differently' }).waitFor()
  await elsewhere.isCalm()
  await expect.poll(() => elsewhere.getByRole('heading', { name: 'Try it on your phone' }).count()).toBe(0)
  await elsewhere.leave()

  const sent: unknown[] = []
  const provider = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    sent.push(JSON.parse(body))
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ messages: [{ id: 'm1' }] }))
  })
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(provider.address() as AddressInfo).port}`
  const service = await runService({
    settings: {
      EGRESS_ALLOW: host,
      COLLOQUY_MESSAGING_META_URL: `http://${host}`,
      COLLOQUY_MESSAGING_PREVIEW_NUMBER_ID: '104',
      COLLOQUY_MESSAGING_PREVIEW_TOKEN: 'token-of-the-tests',
      COLLOQUY_MESSAGING_PREVIEW_APP_SECRET: appSecret,
      COLLOQUY_MESSAGING_PREVIEW_VERIFY_TOKEN: 'verify-token-of-the-tests',
    },
  })
  try {
    const id = await service.make(flow('On a phone'))
    const page = await openSignedIn(tests.browser, service, `/bots/${id}/messaging`)
    await page.getByLabel('Your number').fill('+49 170 1234567')
    await page.keyboard.press('Enter')
    const confirm = await page.getByText(/Confirm that the phone is yours: write \S+ from it/).innerText()
    expect(sent).toEqual([])
    const [, code = ''] = /write (\S+) from it/.exec(confirm) ?? []
    expect((await writeFromPhone(`${service.url}/api/v1/messaging/preview/webhook`, '491701234567', code)).status).toBe(
      200,
    )
    await expect
      .poll(
        async () => {
          await page.getByRole('button', { name: 'Send it' }).click()
          return page.locator('.notice[role=status]').innerText()
        },
        { interval: 2_000 },
      )
      .toContain('A first message is on its way')
    expect(sent).toContainEqual(expect.objectContaining({ to: '491701234567', type: 'template' }))
    await page.reload()
    await expect.poll(() => page.getByLabel('Your number').inputValue()).toBe('+49 170 1234567')
    await page.isCalm()
    expect(await findBarriers(page)).toEqual([])
    expect(page.problems).toEqual([])
    await page.leave()
  } finally {
    await service.close()
    provider.close()
  }
})
