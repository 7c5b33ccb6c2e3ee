import { describe, expect, test } from 'vitest'
import type { IncomingContent } from '../messages.js'
import { read } from './read.js'

const account = { systemUserAccessToken: 't', phoneNumberId: '77' }
const messagesIn = (events: ReturnType<typeof read>) =>
  ('problem' in events ? [] : events).flatMap((event) => (event.kind === 'message' ? event.message : []))

const payload = (...messages: object[]) => ({
  entry: [
    {
      changes: [
        {
          value: {
            metadata: { phone_number_id: '77' },
            contacts: [
              { profile: { name: 'Other' }, wa_id: '1' },
              { profile: { name: 'Ada' }, wa_id: '49' },
            ],
            messages,
          },
        },
      ],
    },
  ],
})
const contentsOf = (...messages: object[]): IncomingContent[] =>
  messagesIn(
    read(payload(...messages.map((message) => ({ id: 'x', from: '49', timestamp: '7', ...message }))), account),
  ).map(({ content }) => content)

describe('A call of the provider', () => {
  test('is read with who wrote it, and what led them there', () => {
    const referral = { source_id: 'ad', ctwa_clid: 'click', source_type: 'ad' }
    const message = { id: 'wamid.1', from: '49', timestamp: '1700000000', type: 'text', text: { body: 'Hi' }, referral }
    expect(read(payload(message), account)).toEqual([
      {
        kind: 'message',
        message: {
          id: 'wamid.1',
          sender: '49',
          contact: { name: 'Ada', phoneNumber: '49' },
          referral: { sourceId: 'ad', clickId: 'click' },
          sentAt: 1_700_000_000_000,
          content: { kind: 'text', text: 'Hi' },
        },
      },
    ])
  })

  test('is read with the id of who wrote it, beside their number or in its place', () => {
    const contacts = [{ profile: { name: 'Ada', username: 'ada' }, wa_id: '49', user_id: 'DE.1' }]
    const written = { id: 'x', timestamp: '7', type: 'text', text: { body: 'Hi' } }
    const messages = [
      { ...written, from: '49' },
      { ...written, from: '49', from_user_id: 'DE.2' },
      { ...written, from_user_id: 'DE.1' },
    ]
    const events = read({ entry: [{ changes: [{ field: 'messages', value: { contacts, messages } }] }] }, account)
    expect(messagesIn(events).map(({ sender, userId, contact }) => [sender, userId, contact.phoneNumber])).toEqual([
      ['49', 'DE.1', '49'],
      ['49', 'DE.2', '49'],
      ['DE.1', 'DE.1', ''],
    ])
  })

  test.each([
    [
      { from: '49', system: { type: 'user_changed_number', wa_id: '50', body: 'A changed from 49 to 50' } },
      { previous: { number: '49' }, next: { number: '50' } },
    ],
    [
      {
        from_user_id: 'DE.2',
        system: {
          type: 'user_changed_user_id',
          user_id: 'DE.2',
          previous_user_id: 'DE.1',
          previous_parent_user_id: 'DE.0',
        },
      },
      { previous: { userId: 'DE.1' }, next: { userId: 'DE.2' } },
    ],
    [
      { from: '49', system: { type: 'user_changed_user_id', user_id: 'DE.2' } },
      { previous: { number: '49' }, next: { userId: 'DE.2' } },
    ],
    [{ from: '49', system: { type: 'customer_identity_changed', wa_id: '50' } }, undefined],
    [{ from: '49', system: { type: 'user_changed_number' } }, undefined],
  ])('%j says that a contact has another name: %j', (message, change) => {
    const events = read(payload({ id: 'x', timestamp: '7', type: 'system', ...message }), account)
    expect(events).toEqual(change ? [{ kind: 'identity', ...change }] : [])
  })

  test.each(['messaging_handovers', 'user_preferences', 'constructor'])(
    'is not read for the field %s, whatever it holds',
    (field) => {
      const message = { id: 'x', from: '49', timestamp: '7', type: 'text', text: { body: 'Hi' } }
      const value = {
        messages: [message],
        standby: { messages: [message] },
        statuses: [{ status: 'failed', recipient_id: '49' }],
      }
      expect(read({ entry: [{ changes: [{ field, value }] }] }, account)).toEqual([{ kind: 'other', name: field }])
    },
  )

  test.each<[object, IncomingContent[]]>([
    [{ type: 'text', text: { body: '' } }, [{ kind: 'text', text: '' }]],
    [{ type: 'button', button: { text: 'Yes', payload: 'p' } }, [{ kind: 'text', text: 'Yes' }]],
    [
      { type: 'interactive', interactive: { type: 'list_reply', list_reply: { id: 'i', title: 'T' } } },
      [{ kind: 'choice', replyId: 'i', text: 'T' }],
    ],
    [{ type: 'location', location: { latitude: 1.5, longitude: -2 } }, [{ kind: 'text', text: '1.5, -2' }]],
    [{ type: 'location', location: { latitude: 'north' } }, []],
    [
      { type: 'sticker', sticker: { id: 's', mime_type: 'image/webp' } },
      [{ kind: 'media', media: 'sticker', mediaId: 's', mimeType: 'image/webp' }],
    ],
    [
      {
        type: 'document',
        document: { id: 'd', mime_type: 'Application/PDF; x=1', caption: 'Look', filename: 'a.pdf' },
      },
      [
        {
          kind: 'media',
          media: 'document',
          mediaId: 'd',
          mimeType: 'application/pdf',
          caption: 'Look',
          fileName: 'a.pdf',
        },
      ],
    ],
    [{ type: 'image', image: {} }, []],
    [{ type: 'reaction', reaction: { emoji: '👍' } }, []],
    [{ type: 'a new kind' }, []],
  ])('%j', (message, expected) => {
    expect(contentsOf(message)).toEqual(expected)
  })

  test.each([null, 'text', 7, [], {}, { entry: {} }])('%j is not a call of one', (value) => {
    expect(read(value, account)).toEqual({ path: 'entry', problem: 'A list of what has changed is expected.' })
  })

  test.each([
    [account, '78', 0],
    [account, '77', 1],
    [account, '', 1],
    [{ provider: '360dialog', apiKey: 'k' } as const, '78', 1],
  ])('%j gets what is for the number %j: %i messages', (data, phone_number_id, count) => {
    const messages = [{ id: 'x', from: '49', timestamp: '7', type: 'text', text: { body: 'Hi' } }]
    const value = { metadata: { phone_number_id }, messages }
    expect(messagesIn(read({ entry: [{ changes: [{ value }] }] }, data))).toHaveLength(count)
  })

  test.each([
    ['49', { number: '49' }],
    ['DE.1', { userId: 'DE.1' }],
  ])('names the recipient %s of a message that was not delivered, and why', (recipient_id, recipient) => {
    const statuses = [
      { status: 'delivered', recipient_id },
      { status: 'failed', recipient_id, errors: [{ code: 131026, title: 'Message undeliverable' }] },
    ]
    expect(read({ entry: [{ changes: [{ value: { statuses } }] }] }, account)).toEqual([
      { kind: 'undelivered', recipient, reason: '131026 Message undeliverable', at: 0 },
    ])
  })

  test('reads which messages arrived or were read, and which failed', () => {
    const statuses = [
      { id: 'wamid.1', status: 'sent', timestamp: '1700000000', recipient_id: '49' },
      { id: 'wamid.1', status: 'delivered', timestamp: '1700000001', recipient_id: '49' },
      { id: 'wamid.1', status: 'read', timestamp: '1700000002', recipient_id: '49' },
      { status: 'read', timestamp: '1700000002', recipient_id: '49' },
      { id: 'wamid.2', status: 'failed', timestamp: '1700000003', recipient_id: '49', errors: [{ code: 131049 }] },
    ]
    const failed = { kind: 'undelivered', id: 'wamid.2', cause: 'cap', at: 1_700_000_003_000 }
    expect(read({ entry: [{ changes: [{ value: { statuses } }] }] }, account)).toEqual([
      { kind: 'delivery', id: 'wamid.1', state: 'delivered', at: 1_700_000_001_000 },
      { kind: 'delivery', id: 'wamid.1', state: 'read', at: 1_700_000_002_000 },
      { ...failed, recipient: { number: '49' }, reason: '131049' },
    ])
  })
})
