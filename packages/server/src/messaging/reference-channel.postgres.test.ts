import { channels } from '@colloquy/channels'
import { openMessagingProvider } from '@colloquy/test-kit/providers/messaging-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { messageOf, metaCredentials, payloadOf } from '../testing/messaging-payloads.js'
import { connected, quick } from '../testing/messaging-world.js'
import {
  addReferenceAccount,
  openReferenceProvider,
  referenceCall,
  referenceChannel,
} from '../testing/reference-channel.js'
import { type TestService, testService } from '../testing/test-service.js'

/** Shows with a channel of the tests how the service treats every channel. */

let provider: Awaited<ReturnType<typeof openReferenceProvider>>
let whatsapp: Awaited<ReturnType<typeof openMessagingProvider>>
let service: TestService
let account: string
let number: string
beforeAll(async () => {
  provider = await openReferenceProvider()
  whatsapp = await openMessagingProvider()
  const list = [...channels, referenceChannel(provider.url)]
  service = await testService({ ...quick, ...whatsapp.env }, { channels: list })
  account = await addReferenceAccount(service)
  number = await service.addCredentials('messaging', metaCredentials, { name: newId() })
})
afterAll(async () => {
  await service.close()
  await provider.close()
  await whatsapp.close()
})

const at = { x: 0, y: 0 }
const bot = {
  events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
  edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } }],
  variables: [
    { id: 'v1', name: 'Colour' },
    { id: 'v2', name: 'Channel' },
  ],
  groups: [
    {
      id: 'g1',
      title: 'G',
      graphCoordinates: at,
      blocks: [
        { id: 'b0', type: 'Set variable', options: { variableId: 'v2', type: 'Environment name' } },
        {
          id: 'b1',
          type: 'text',
          content: {
            richText: [{ type: 'p', children: [{ text: 'Welcome', bold: true }, { text: ' to {{Channel}}' }] }],
          },
        },
        { id: 'b2', type: 'image', content: { url: 'https://example.com/a.png' } },
        { id: 'b3', type: 'text', content: { richText: [{ type: 'p', children: [{ text: 'Which colour?' }] }] } },
        {
          id: 'b4',
          type: 'choice input',
          items: [
            { id: 'i1', content: 'Red' },
            { id: 'i2', content: 'Green' },
          ],
          options: { variableId: 'v1' },
        },
        {
          id: 'b5',
          type: 'text',
          content: { richText: [{ type: 'p', children: [{ text: `{{Colour}}: ${'ü'.repeat(40)}` }] }] },
        },
      ],
    },
  ],
}

const webhook = () => `/api/v1/workspaces/${service.workspaceId}/messaging/${account}/webhook`
const write = (from: string, text: string | undefined, id = newId()) => {
  const { body, headers } = referenceCall({ event_id: id, from, text })
  return service.call('POST', webhook(), body, headers)
}
const textsTo = (to: string) => provider.sent.filter((message) => message.to === to).map(({ text }) => text)
async function publish(settings: object, ids: string[]): Promise<string> {
  const made = await service.call('POST', '/api/v1/bots', { workspaceId: service.workspaceId, bot })
  const id: string = made.body.bot.id
  const channelsOfBot = ids.map((credentialsId) => ({ credentialsId }))
  const change = { settings: { typingEmulation: { enabled: false }, ...settings }, channels: channelsOfBot }
  expect((await service.call('PATCH', `/api/v1/bots/${id}`, { bot: change })).body.bot.channels).toEqual(channelsOfBot)
  await service.call('POST', `/api/v1/bots/${id}/publish`)
  return id
}

test('a new channel receives, takes turns and sends within its capabilities, and is the source of the result', async () => {
  const botId = await publish({ messaging: { isEnabled: true } }, [account])
  expect((await write('ada', 'Hello')).status).toBe(200)
  const first = ['Welcome to reference', 'https://example.com/a.png', 'Which colour?\n\n- Red\n- Green']
  await expect.poll(() => textsTo('ada')).toEqual(first)
  await write('ada', 'Green')
  await expect.poll(() => textsTo('ada').slice(3)).toEqual([`Green: ${'ü'.repeat(26)}`, 'ü'.repeat(14)])
  expect(provider.sent[0]?.token).toBe('planted-reference-token')
  await expect
    .poll(async () => (await service.call('GET', `/api/v1/bots/${botId}/results?limit=9`)).body.results)
    .toMatchObject([{ answers: [{ content: 'Green' }] }])
  const [row] = (await service.call('GET', `/api/v1/bots/${botId}/segments?by=source`)).body.segments ?? []
  expect(row?.value ?? 'reference').toBe('reference')
})

test('a call with a wrong signature, and one that is not of the provider, are rejected', async () => {
  const { body, headers } = referenceCall({ event_id: newId(), from: 'eve', text: 'Hi' })
  const forged = await service.call('POST', webhook(), body.replace('Hi', 'Ho'), headers)
  expect([forged.status, forged.body.code]).toEqual([401, 'signature_invalid'])
  const odd = referenceCall({ from: 'eve' })
  const { body: answer } = await service.call('POST', webhook(), odd.body, odd.headers)
  expect([answer.code, answer.issues[0].path]).toEqual(['invalid_request', 'event_id'])
  expect((await service.call('GET', `${webhook()}?token=x`)).body.code).toBe('verify_token_invalid')
})

test('a message is confirmed once, with its id and its sender', async () => {
  await write('reader', 'Hello', 'event-of-reader')
  const confirmed = () => provider.confirmed.filter(({ sender }) => sender === 'reader')
  await expect.poll(confirmed).toEqual([{ id: 'event-of-reader', sender: 'reader' }])
})

test('the same event twice is one message, and an event that bots do not act on is counted', async () => {
  const id = newId()
  for (let time = 0; time < 2; time++) await write('twice', 'Hello', id)
  await expect.poll(() => textsTo('twice').length).toBe(3)
  await write('twice', undefined)
  const { body } = await service.call('GET', webhook().replace('/webhook', ''))
  expect(body).toMatchObject({ channel: 'reference', provider: 'reference', isSigned: true, phoneNumberId: null })
  expect(body.otherFields).toMatchObject([{ field: 'presence', count: 1 }])
  expect(textsTo('twice')).toHaveLength(3)
})

test('a bot answers on a list of channels, each by its own start condition', async () => {
  const condition = (value: string) => ({
    isEnabled: true,
    startCondition: { comparisons: [{ id: 'c', comparisonOperator: 'Equal to', value }] },
  })
  const id = await publish({ messaging: condition('both'), channels: { [number]: condition('phone') } }, [
    account,
    number,
  ])
  const { body } = await service.call('GET', `/api/v1/bots/${id}/messaging`)
  expect(body.channels.map((it: { name: string; answering: object[] }) => it.answering)).toEqual([
    expect.arrayContaining([expect.objectContaining({ botId: id, startCondition: condition('both').startCondition })]),
    [expect.objectContaining({ botId: id, startCondition: condition('phone').startCondition })],
  ])
  const phone = connected(service, number)
  for (const text of ['both', 'phone']) await phone.send(payloadOf(text, [messageOf(text, text)]))
  await whatsapp.said('phone', 2)
  await phone.settled()
  expect(whatsapp.messages('both')).toEqual([])
})

test('the field for one account is the first of the channels, and changes only that', async () => {
  const id = await publish({}, [account, number])
  const update = async (change: object) => {
    const { bot: changed } = (await service.call('PATCH', `/api/v1/bots/${id}`, { bot: change })).body
    return [changed.messagingCredentialsId, changed.channels.map((it: { credentialsId: string }) => it.credentialsId)]
  }
  expect(await update({})).toEqual([account, [account, number]])
  expect(await update({ messagingCredentialsId: account })).toEqual([account, [account, number]])
  expect(await update({ messagingCredentialsId: number })).toEqual([number, [number]])
  expect(await update({ channels: [{ credentialsId: number }, { credentialsId: account }] })).toEqual([
    number,
    [number, account],
  ])
  expect(await update({ messagingCredentialsId: null })).toEqual([null, []])
  const mail = await service.addCredentials('smtp', { port: 25, from: {} })
  for (const credentialsId of [newId(), mail])
    expect(
      (await service.call('PATCH', `/api/v1/bots/${id}`, { bot: { channels: [{ credentialsId }] } })).body.code,
    ).toBe('credentials_not_found')
})
