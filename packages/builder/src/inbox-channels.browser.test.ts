import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findBarriers, openSignedIn } from './testing/browser.js'
import { group, words } from './testing/flow-parts.js'
import { visiting } from './testing/visiting.js'
import { appSecret, report, textMessage, writeFromPhone } from './testing/write-from-phone.js'

/** Conversations of messaging apps in the inbox. */

const provider = createServer((request, response) => {
  request.resume()
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ messages: [{ id: 'm1' }] }))
})
const tests = visiting(async () => {
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(provider.address() as AddressInfo).port}`
  return { EGRESS_ALLOW: host, COLLOQUY_MESSAGING_META_URL: `http://${host}` }
})
afterAll(() => provider.close())

let webhook: string
beforeAll(async () => {
  const { call, make, workspaceId, url } = tests.service
  const data = { systemUserAccessToken: 'token-of-the-tests', phoneNumberId: '104', appSecret }
  const { credentialsId } = await call('POST', 'credentials', {
    workspaceId,
    credentials: { type: 'messaging', name: 'Shop', data },
  })
  webhook = `${url}/api/v1/workspaces/${workspaceId}/messaging/${credentialsId}/webhook`
  const botId = await make({
    name: 'Orders',
    events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e0' }],
    edges: [{ id: 'e0', from: { eventId: 'start' }, to: { groupId: 'First' } }],
    variables: [],
    groups: [group('First', [words('t1', 'What do you need?'), { id: 'need', type: 'text input' }])],
  })
  await call('PATCH', `bots/${botId}`, {
    bot: { messagingCredentialsId: credentialsId, settings: { messaging: { isEnabled: true } } },
  })
  await call('POST', `bots/${botId}/publish`)
})

const inbox = (rest: string) => `/workspaces/${tests.service.workspaceId}/inbox${rest}`

/** Begins a conversation of a phone. Resolves to its session. */
async function begin(from: string): Promise<string> {
  const { call, workspaceId } = tests.service
  expect((await writeFromPhone(webhook, from, 'Hi')).status).toBe(200)
  let sessionId: string | undefined
  await expect
    .poll(async () => {
      const { conversations } = await call('GET', `workspaces/${workspaceId}/inbox?view=live`)
      sessionId = conversations[0]?.sessionId
      return conversations.length
    })
    .toBe(1)
  return sessionId as string
}

it('says how long the app accepts an answer, how much fits into one message, and what to do once it is too late', async () => {
  const { browser, service } = tests
  const sessionId = await begin('491701234567')
  await service.call('POST', `workspaces/${service.workspaceId}/inbox/${sessionId}/take`)
  const page = await openSignedIn(browser, service, inbox(`/mine/${sessionId}`), {
    viewport: { width: 1280, height: 800 },
  })
  const field = page.getByRole('textbox', { name: 'Reply' })
  await page.getByText(/^WhatsApp accepts answers for 23 hours, until /).waitFor()
  await field.fill('word '.repeat(700))
  await page.getByText('3,499 of 4,096 characters').waitFor()
  await field.fill('word '.repeat(1_000))
  await page.getByText('Too long for one message: sent as 2.').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.clock.install({ time: Date.now() + 25 * 3_600_000 })
  await page.reload()
  await page.getByText(/^WhatsApp accepts answers only within 24 hours of a message of the contact/).waitFor()
  expect(await field.inputValue()).toContain('word')
  expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Private note' }).click()
  await page.getByText(/^WhatsApp accepts answers/).waitFor({ state: 'detached' })
  expect(page.problems).toEqual([])
})

it('says that the owner answers on the phone, and what they wrote there', async () => {
  const { browser, service } = tests
  const sessionId = await begin('491709999999')
  const page = await openSignedIn(browser, service, inbox(`/live/${sessionId}`), {
    viewport: { width: 1280, height: 800 },
  })
  const log = page.getByRole('log', { name: 'Conversation' })
  await log.getByText('What do you need?').waitFor()
  const echo = { from: '15550000001', to: '491709999999', ...textMessage('I will call you') }
  expect((await report(webhook, 'smb_message_echoes', { message_echoes: [echo] })).status).toBe(200)
  await log.getByText('I will call you').waitFor()
  await log.getByText('Answered on the phone').waitFor()
  expect(await page.getByText('The owner answers on the phone').count()).toBeGreaterThan(1)
  expect(page.problems).toEqual([])
})
