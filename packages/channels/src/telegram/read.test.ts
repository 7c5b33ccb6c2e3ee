import { expect, test } from 'vitest'
import { acknowledge, read } from './read.js'

/** Payloads as the reference of the Bot API documents them. */
const from = { id: 42, is_bot: false, first_name: 'Ada', last_name: 'Byron', username: 'ada', language_code: 'en' }
const chat = { id: 42, first_name: 'Ada', type: 'private' }
const update = (message: object) => ({
  update_id: 7,
  message: { message_id: 1, from, chat, date: 1_700_000_000, ...message },
})
const contentOf = (message: object) => {
  const [event] = read(update(message)) as Exclude<ReturnType<typeof read>, { problem: string }>
  return event?.kind === 'message' ? event.message.content : event
}

test('A text is a message of a contact with an id that is not a phone number', () => {
  expect(read(update({ text: 'Hello' }))).toEqual([
    {
      kind: 'message',
      message: {
        id: '7',
        sender: 'id42',
        userId: 'id42',
        contact: { name: 'Ada Byron', phoneNumber: '' },
        sentAt: 1_700_000_000_000,
        content: { kind: 'text', text: 'Hello' },
      },
    },
  ])
})

const inline_keyboard = [[{ text: 'Red', callback_data: 'i1' }], [{ text: 'Blue', callback_data: 'i2' }]]

test.each([
  ['with the title of its button', { chat, reply_markup: { inline_keyboard } }, 'Blue'],
  ['without a title once the message is too old to be read', { chat, message_id: 3, date: 0 }, ''],
])('A pressed button is a choice %s, and is confirmed', (_, message, text) => {
  const press = { update_id: 8, callback_query: { id: 'q9', from, data: 'i2', message } }
  expect(read(press)).toMatchObject([{ message: { id: '8', content: { kind: 'choice', replyId: 'i2', text } } }])
  expect(acknowledge(press)).toEqual({ method: 'answerCallbackQuery', callback_query_id: 'q9' })
  expect(acknowledge(update({ text: 'Hello' }))).toBeUndefined()
})

test('Files, places and contacts are what blocks take', () => {
  const photo = [{ file_id: 'small' }, { file_id: 'large' }]
  expect(contentOf({ photo, caption: 'See' })).toEqual({
    kind: 'media',
    media: 'image',
    mediaId: 'large',
    mimeType: 'image/jpeg',
    caption: 'See',
  })
  const pdf = { file_id: 'd', file_name: 'a.pdf', mime_type: 'application/pdf' }
  expect(contentOf({ document: pdf })).toMatchObject({ media: 'document', mediaId: 'd', fileName: 'a.pdf' })
  expect(contentOf({ voice: { file_id: 'v', mime_type: 'audio/ogg' } })).toMatchObject({ media: 'audio' })
  expect(contentOf({ video: { file_id: 'f', mime_type: 'video/mp4' } })).toMatchObject({ media: 'video' })
  expect(contentOf({ audio: { file_id: 'a' } })).toMatchObject({ media: 'audio', mimeType: 'audio/mpeg' })
  expect(contentOf({ sticker: { file_id: 's' } })).toMatchObject({ media: 'sticker' })
  expect(contentOf({ location: { latitude: 52.5, longitude: 13.4 } })).toEqual({ kind: 'text', text: '52.5, 13.4' })
  const contact = { phone_number: '4916', first_name: 'Ada', user_id: 42 }
  expect(contentOf({ contact })).toEqual({ kind: 'text', text: '+4916' })
  expect(contentOf({ contact: { ...contact, user_id: 43 } })).toEqual({ kind: 'text', text: 'Ada +4916' })
})

test('Updates that bots do not answer are counted by name', () => {
  const group = { id: -100, type: 'supergroup' }
  expect(contentOf({ chat: group, text: 'Hello' })).toEqual({ kind: 'other', name: 'group' })
  expect(contentOf({ poll: {} })).toEqual({ kind: 'other', name: 'poll' })
  const { message } = update({ text: 'Hello!' })
  expect(read({ update_id: 9, edited_message: message })).toEqual([{ kind: 'other', name: 'edited_message' }])
  const my_chat_member = { chat, from, new_chat_member: { status: 'kicked' } }
  expect(read({ update_id: 9, my_chat_member })).toEqual([{ kind: 'other', name: 'my_chat_member' }])
  expect(read({ update_id: 9, message: null })).toEqual([{ kind: 'other', name: 'group' }])
})

test.each([
  ['cGxhbj1wcm8mbmFtZT1aw7xyaWNo', { plan: 'pro', name: 'Zürich' }],
  ['summer-24', {}],
  ['_____w', {}],
])('A deep link with %s fills variables, and its text stays that of the command', (start, pairs) => {
  const content = { kind: 'text', text: `/start ${start}` }
  expect(read(update({ text: `/start ${start}` }))).toMatchObject([{ message: { content } }])
  const [event] = read(update({ text: `/start ${start}` })) as { message: { variables: object } }[]
  expect(event?.message.variables).toEqual({ start, ...pairs })
})

test('Other commands are texts without variables', () => {
  for (const text of ['/start', '/help me', '/start a b']) {
    expect(contentOf({ text })).toEqual({ kind: 'text', text })
    expect(JSON.stringify(read(update({ text })))).not.toContain('variables')
  }
})
