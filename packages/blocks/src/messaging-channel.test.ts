import { describe, expect, test } from 'vitest'
import { bubble, Conversation } from './testing/conversation.js'

/** Behaviour of blocks in a messaging app, without a browser. */

const messaging = { contact: { name: 'Ada', phoneNumber: '4917' }, referral: { sourceId: 'ad', clickId: 'click' } }
const variables = [{ id: 'vOut', name: 'Out', value: 'before' }]

function entered(...blocks: { id: string; type: string; [key: string]: unknown }[]) {
  const groups = [{ id: 'g', blocks: [...blocks, bubble('b', 'on'), { id: 'ask', type: 'text input' }] }]
  const talk = new Conversation(
    { groups, edges: { start: 'g' }, variables, theme: { general: { progressBar: { isEnabled: true } } } },
    { messaging },
  ).start()
  expect(talk.said.at(-1)).toBe('on')
  return talk
}
const set = (options: object) => {
  const talk = entered({ id: 'set', type: 'Set variable', options: { variableId: 'vOut', ...options } })
  expect(talk.last.clientSideActions).toEqual([])
  return talk.session.frames[0]?.variables.vOut
}

test.each<[object, unknown]>([
  [{ type: 'Contact name' }, 'Ada'],
  [{ type: 'Phone number' }, '4917'],
  [{ type: 'Referral Source ID' }, 'ad'],
  [{ type: 'Referral Click ID' }, 'click'],
  [{ type: 'Environment name' }, 'whatsapp'],
  [{ type: 'Moment of the day' }, 'afternoon'],
  [{ type: 'Device type' }, 'mobile'],
  [{ expressionToEvaluate: '2 + 3', isExecutedOnClient: true }, '5'],
])('%j gives %j, without a browser', (options, value) => {
  expect(set(options)).toBe(value)
})

test('a request that would be made by a browser is made by the service', () => {
  const webhook = { url: 'https://shop.example', method: 'GET' }
  const talk = new Conversation(
    {
      groups: [{ id: 'g', blocks: [{ id: 'call', type: 'Webhook', options: { webhook, isExecutedOnClient: true } }] }],
      edges: { start: 'g' },
    },
    { messaging, outcomes: () => ({ kind: 'http', answer: 'response', status: 200, text: '{}' }) },
  ).start()
  expect(talk.last.clientSideActions).toEqual([])
  expect(talk.asked).toMatchObject([{ kind: 'http', request: { url: 'https://shop.example' } }])
})

describe('what only a page can do is passed over', () => {
  test.each([
    ['Code', { content: 'alert(1)' }],
    ['Google Analytics', { trackingId: 'G-1' }],
    ['Pixel', { pixelId: 'P', eventType: 'Purchase' }],
    ['Chatwoot', { websiteToken: 't' }],
  ])('%s', (type, options) => {
    expect(entered({ id: 'it', type, options }).last.clientSideActions).toEqual([])
  })

  test('and nobody waits for an event of a page', () => {
    const content = { url: 'https://a.example', waitForEvent: { isEnabled: true, name: 'x' } }
    expect(entered({ id: 'it', type: 'embed', content }).said).toEqual(['[embed]', 'on'])
  })
})

test('there is no progress bar', () => {
  expect(entered().last.progress).toBeUndefined()
})

test('who writes is the one who wrote last, and what led them there stays', () => {
  const talk = entered()
  talk.user('Hi', { contact: { name: 'Ada L.', phoneNumber: '4917' } })
  expect(talk.session.messaging).toEqual({ ...messaging, contact: { name: 'Ada L.', phoneNumber: '4917' } })
})
