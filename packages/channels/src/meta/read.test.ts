import { describe, expect, test } from 'vitest'
import { readFor } from './read.js'

const data = { accessToken: 't', accountId: '77', appId: '5', appSecret: 's' }
const at = 1_700_000_000_000
const sender = { sender: { id: '49' }, recipient: { id: '77' }, timestamp: at }
const echoOf = (message: object) => ({
  sender: { id: '77' },
  recipient: { id: '49' },
  timestamp: at,
  message: { mid: 'm', is_echo: true, ...message },
})
const readEntry = (entry: object) => readFor('page', { object: 'page', entry: [{ id: '77', ...entry }] }, data)
const read = (event: object) => readEntry({ messaging: [{ ...sender, ...event }] })
const common = { sender: 'id49', userId: 'id49', contact: { name: '', phoneNumber: '' }, sentAt: at }
const contact = { userId: 'id49' }
const file = (type: string, url: string) => ({ type, payload: { url } })

describe('Messenger and Instagram', () => {
  test.each<[string, object, object]>([
    ['a text', { message: { mid: 'm', text: 'Hi' } }, { kind: 'text', text: 'Hi' }],
    [
      'a quick reply',
      { message: { mid: 'm', text: 'Red', quick_reply: { payload: 'i1' } } },
      { kind: 'choice', replyId: 'i1', text: 'Red' },
    ],
    [
      'a pressed button',
      { postback: { mid: 'm', title: 'Red', payload: 'i1' } },
      { kind: 'choice', replyId: 'i1', text: 'Red' },
    ],
    [
      'a file with its name',
      { message: { mid: 'm', attachments: [file('file', 'https://cdn.fbsbx.com/v/a.pdf?x=/b.c')] } },
      {
        kind: 'media',
        media: 'document',
        mediaId: 'https://cdn.fbsbx.com/v/a.pdf?x=/b.c',
        mimeType: 'application/pdf',
        fileName: 'a.pdf',
      },
    ],
    [
      'a mention in a story',
      { message: { mid: 'm', attachments: [file('story_mention', 'https://lookaside.fbsbx.com/x')] } },
      { kind: 'media', media: 'image', mediaId: 'https://lookaside.fbsbx.com/x', mimeType: 'image/jpeg' },
    ],
    [
      'a reply to a story',
      { message: { mid: 'm', text: 'Nice', reply_to: { story: { id: 's', url: 'https://x' } } } },
      { kind: 'text', text: 'Nice' },
    ],
  ])('bring %s', (_, event, content) => {
    expect(read(event)).toEqual([{ kind: 'message', message: { id: 'm', ...common, content } }])
  })

  test('bring each attachment as a message with another id, the first one with the text', () => {
    const attachments = [file('image', 'https://x.fbcdn.net/1.png'), file('video', 'https://x.fbcdn.net/2')]
    expect(read({ message: { mid: 'm', text: 'Look', attachments } })).toMatchObject([
      { message: { id: 'm', content: { media: 'image', mimeType: 'image/png', caption: 'Look' } } },
      { message: { id: 'm:1', content: { media: 'video', mimeType: 'video/mp4' } } },
    ])
  })

  test('name the advertisement or the link that led to a message', () => {
    for (const [referral, sourceId] of [
      [{ ad_id: '9', ref: 'r' }, '9'],
      [{ ref: 'r' }, 'r'],
    ] as const) {
      expect(read({ message: { mid: 'm', text: 'Hi', referral } })).toMatchObject([
        { message: { referral: { sourceId } } },
      ])
      expect(read({ postback: { mid: 'm', title: 'Start', payload: 'p', referral } })).toMatchObject([
        { message: { referral: { sourceId } } },
      ])
    }
  })

  test('identify a postback without an id by its time and sender', () => {
    expect(read({ postback: { title: 'Start', payload: 'p' } })).toMatchObject([{ message: { id: `${at}:49` } }])
  })

  test('report what a person writes in the inbox of the page, and not what our app sent', () => {
    const echo = { kind: 'echo', contact, id: 'm', at, text: 'I am here' }
    for (const app_id of [undefined, 263902037430900])
      expect(readEntry({ messaging: [echoOf({ text: 'I am here', app_id })] })).toEqual([echo])
    expect(readEntry({ messaging: [echoOf({ text: 'I am here', app_id: 5 })] })).toEqual([])
  })

  test.each([
    [{ pass_thread_control: { new_owner_app_id: 5 } }, 'passed'],
    [{ pass_thread_control: { new_owner_app_id: '6' } }, 'taken'],
    [{ take_thread_control: { previous_owner_app_id: '5', new_owner_app_id: '6' } }, 'taken'],
    [{ take_thread_control: { previous_owner_app_id: '6', new_owner_app_id: '5' } }, 'passed'],
  ])('%j: the conversation is %s', (event, kind) => {
    expect(read(event)).toEqual([{ kind, contact, at }])
  })

  test('copy the conversation of another app, whose postbacks have no payload, and never as messages to a bot', () => {
    const standby = [
      { ...sender, message: { mid: 'a', text: 'Hello?' } },
      { ...sender, postback: { mid: 'b', title: 'Red' } },
      echoOf({ mid: 'c', text: 'Yes', app_id: 6 }),
    ]
    expect(readEntry({ standby })).toEqual([
      { kind: 'standby', by: 'contact', contact, id: 'a', at, text: 'Hello?' },
      { kind: 'standby', by: 'contact', contact, id: 'b', at, text: 'Red' },
      { kind: 'standby', by: 'app', contact, id: 'c', at, text: 'Yes' },
    ])
  })

  test.each(['read', 'delivery', 'reaction', 'optin', 'request_thread_control', 'referral'])(
    'only count %s',
    (name) => {
      expect(read({ [name]: { mid: 'm' } })).toEqual([{ kind: 'other', name }])
    },
  )

  test('only count comments', () => {
    expect(readEntry({ changes: [{ field: 'feed', value: { message: 'Nice' } }] })).toEqual([
      { kind: 'other', name: 'feed' },
    ])
  })

  test.each([
    { message: { mid: 'm', is_deleted: true, text: 'gone' } },
    { message: { mid: 'm', attachments: [{ type: 'fallback', payload: null }] } },
    { message: { text: 'without an id' } },
    { sender: {}, message: { mid: 'm', text: 'from nobody' } },
    { pass_thread_control: { new_owner_app_id: 5 }, sender: null },
    {},
  ])('say nothing by %j', (event) => {
    expect(read(event)).toEqual([])
  })

  test('skip what is for other accounts, and calls of other products', () => {
    const messaging = [{ ...sender, message: { mid: 'm', text: 'Hi' } }]
    expect(readFor('page', { object: 'page', entry: [{ id: '78', messaging }, { messaging }] }, data)).toEqual([])
    for (const payload of [{ object: 'instagram', entry: [] }, { object: 'page', entry: {} }, null])
      expect(readFor('page', payload, data)).toHaveProperty('problem')
  })
})
