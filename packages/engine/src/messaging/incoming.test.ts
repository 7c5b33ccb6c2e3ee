import { describe, expect, test } from 'vitest'
import { type IncomingContent, readPayload } from './read-payload.js'
import { type AwaitedKind, type ReceivedContent, replyOfMessages } from './reply-of-messages.js'
import { meetsStartCondition } from './start-condition.js'

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
  (
    readPayload(payload(...messages.map((message) => ({ id: 'x', from: '49', timestamp: '7', ...message })))) ?? []
  ).flatMap((part) => part.messages.map(({ content }) => content))

describe('what a provider sends', () => {
  test('is read with who wrote it, and what led them there', () => {
    const referral = { source_id: 'ad', ctwa_clid: 'click', source_type: 'ad' }
    const message = { id: 'wamid.1', from: '49', timestamp: '1700000000', type: 'text', text: { body: 'Hi' }, referral }
    expect(readPayload(payload(message))).toEqual([
      {
        field: 'messages',
        phoneNumberId: '77',
        messages: [
          {
            id: 'wamid.1',
            sender: '49',
            contact: { name: 'Ada', phoneNumber: '49' },
            referral: { sourceId: 'ad', clickId: 'click' },
            sentAt: 1_700_000_000_000,
            content: { kind: 'text', text: 'Hi' },
          },
        ],
        failures: [],
        changes: [],
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
    const read = readPayload({ entry: [{ changes: [{ field: 'messages', value: { contacts, messages } }] }] })
    expect(read?.[0]?.messages.map(({ sender, userId, contact }) => [sender, userId, contact.phoneNumber])).toEqual([
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
    const read = readPayload(payload({ id: 'x', timestamp: '7', type: 'system', ...message }))
    expect(read?.[0]?.changes).toEqual(change ? [change] : [])
    expect(read?.[0]?.messages).toEqual([])
  })

  test.each(['standby', 'messaging_handovers', 'smb_message_echoes', 'user_preferences'])(
    'is not read for the field %s, whatever it holds',
    (field) => {
      const message = { id: 'x', from: '49', timestamp: '7', type: 'text', text: { body: 'Hi' } }
      const value = {
        messages: [message],
        standby: { messages: [message] },
        statuses: [{ status: 'failed', recipient_id: '49' }],
      }
      expect(readPayload({ entry: [{ changes: [{ field, value }] }] })).toEqual([
        { field, messages: [], failures: [], changes: [] },
      ])
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
    expect(readPayload(value)).toBeUndefined()
  })
})

describe('the reply', () => {
  const words = (text: string): ReceivedContent => ({ kind: 'text', text })
  const file = (media: 'image' | 'audio' | 'document', more: object = {}): ReceivedContent => ({
    kind: 'media',
    media,
    mediaId: 'm',
    mimeType: '',
    ...more,
  })

  test.each<[string, ReceivedContent[], AwaitedKind, object]>([
    ['of a text', [words('Hi')], 'other', { type: 'text', text: 'Hi' }],
    ['of several', [words('One'), words('Two')], 'other', { type: 'text', text: 'One\n\nTwo' }],
    [
      'of a button',
      [{ kind: 'choice', replyId: 'i1', text: 'Yes' }],
      'other',
      { type: 'text', text: 'Yes', metadata: { replyId: 'i1' } },
    ],
    [
      'of files to an input for files',
      [file('image', { url: 'a', caption: 'Look' }), file('audio', { url: 'b' })],
      'files',
      { type: 'text', text: 'a, b' },
    ],
    [
      'of a file to an input for text',
      [file('image', { url: 'a', caption: 'Look' }), words('Nice?')],
      'text',
      { type: 'text', text: 'Look\n\nNice?', attachedFileUrls: ['a'] },
    ],
    [
      'of a document that is captioned with its name',
      [file('document', { url: 'a', caption: 'scan.pdf' })],
      'text',
      { type: 'text', text: '', attachedFileUrls: ['a'] },
    ],
    ['of a recording', [words('x'), file('audio', { url: 'a' })], 'text', { type: 'audio', url: 'a' }],
    ['of a recording that is not there', [file('audio')], 'text', { type: 'text', text: '' }],
    ['of a file to any other input', [file('image', { caption: 'Yes' })], 'other', { type: 'text', text: 'Yes' }],
  ])('%s', (_, contents, awaited, expected) => {
    expect(replyOfMessages(contents, awaited)).toEqual(expected)
  })
})

describe('a start condition', () => {
  const meets = (text: string, ...comparisons: [operator: string, value?: string][]) =>
    meetsStartCondition(
      {
        comparisons: comparisons.map(([comparisonOperator, value]) => ({
          id: 'c',
          comparisonOperator: comparisonOperator as 'Contains',
          value,
        })),
      },
      text,
    )

  test.each<[string, string, string | undefined, boolean]>([
    ['Hi there', 'Contains', ' HI ', true],
    ['Hi there', 'Does not contain', 'hi', false],
    ['Hi', 'Equal to', 'hi', false],
    ['Hi', 'Equal to', 'Hi', true],
    ['Hi', 'Not equal', 'hi', true],
    ['5 apples', 'Greater than', '4', true],
    ['5 apples', 'Less than', '4', false],
    ['5', 'Greater or equal to', '5', true],
    ['5', 'Less or equal to', '4', false],
    ['none', 'Less than', '4', false],
    ['Hi', 'Is set', undefined, true],
    ['Hi', 'Is empty', undefined, false],
    ['Order 7', 'Starts with', 'order', true],
    ['Order 7', 'Ends with', '7', true],
    ['Hi', 'Matches regex', 'Hi', false],
  ])('%s %s %s: %s', (text, operator, value, expected) => {
    expect(meets(text, [operator, value])).toBe(expected)
  })

  test('is met by all of its comparisons, or by one, as it says; without any it is none', () => {
    const comparisons = [
      { id: 'a', comparisonOperator: 'Contains' as const, value: 'buy' },
      { id: 'b', comparisonOperator: 'Contains' as const, value: 'now' },
    ]
    expect(meetsStartCondition({ comparisons }, 'buy later')).toBe(false)
    expect(meetsStartCondition({ comparisons, logicalOperator: 'OR' }, 'buy later')).toBe(true)
    expect(meetsStartCondition({ comparisons: [] }, '')).toBe(true)
    expect(meetsStartCondition(undefined, 'anything')).toBe(true)
    expect(meetsStartCondition({ comparisons: [{ id: 'c', comparisonOperator: 'Is empty' }] }, '')).toBe(false)
  })
})
