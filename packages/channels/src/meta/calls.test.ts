import { expect, test } from 'vitest'
import type { ChannelPort, ChannelRequest } from '../calls.js'
import { confirm, download, send } from './calls.js'
import { render } from './render.js'

const account = {
  data: { accessToken: 't', accountId: '77', appId: '5', appSecret: 's' },
  addresses: { graph: 'https://graph.example.com' },
}

/** A port that keeps calls, and answers them one after another. */
function portOf(...answers: [status: number, body?: object][]) {
  const calls: ChannelRequest[] = []
  const port: ChannelPort = {
    readUrl: (text) => (URL.canParse(text) ? new URL(text) : undefined),
    async call(request) {
      calls.push(request)
      const [status, body = {}] = answers.shift() ?? [200]
      return { kind: 'response', status, body: new Uint8Array([1]), fields: () => ({ ...body }) } as never
    },
  }
  return { port, calls, bodies: () => calls.map(({ body }) => JSON.parse(body ?? '{}')) }
}

const error = (code: number, error_subcode?: number) => ({ error: { code, error_subcode, message: 'No' } })
const text = (author?: 'person') => render({ type: 'text', text: 'Hi' }, 'id49', author)
const closed: [number, object] = [400, error(10, 2018278)]

test('A message goes to the person with the token, as a response', async () => {
  const { port, calls, bodies } = portOf()
  expect(await send(account, text(), port)).toMatchObject({ kind: 'sent' })
  expect(bodies()).toEqual([{ recipient: { id: '49' }, messaging_type: 'RESPONSE', message: { text: 'Hi' } }])
  expect(calls[0]?.secretHeaders).toEqual({ headers: [['Authorization', 'Bearer t']], hosts: ['graph.example.com'] })
})

test('A message of a person is tagged once the reply window has closed, and one of a bot never is', async () => {
  const bot = portOf(closed)
  expect(await send(account, text(), bot.port)).toMatchObject({ kind: 'never' })
  expect(bot.calls).toHaveLength(1)
  const open = portOf()
  await send(account, text('person'), open.port)
  expect(open.bodies()).toEqual([{ recipient: { id: '49' }, messaging_type: 'RESPONSE', message: { text: 'Hi' } }])
  const person = portOf(closed)
  expect(await send(account, text('person'), person.port)).toMatchObject({ kind: 'sent' })
  expect(person.bodies()[1]).toMatchObject({ messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' })
})

test.each([
  [400, 613, 'later'],
  [400, 4, 'later'],
  [400, 32, 'later'],
  [400, 190, 'later'],
  [500, 0, 'later'],
  [400, 551, 'never'],
  [400, 200, 'never'],
  [400, 100, 'never'],
])('The outcome of status %i with code %i is %s', async (status, code, kind) => {
  expect(await send(account, text(), portOf([status, error(code)]).port)).toMatchObject({ kind })
})

test('A message is marked as seen and the bot as typing, by the person', async () => {
  const { port, bodies } = portOf()
  await confirm(account, { id: 'm', sender: 'id49' }, port)
  expect(bodies()).toEqual([
    { recipient: { id: '49' }, sender_action: 'mark_seen' },
    { recipient: { id: '49' }, sender_action: 'typing_on' },
  ])
})

test.each([
  ['https://cdn.fbsbx.com/a.pdf', true],
  ['https://scontent.xx.fbcdn.net/a', true],
  ['https://graph.example.com/a', true],
  ['https://example.com/a', false],
  ['https://fbsbx.com.example.com/a', false],
  ['https://evilfbsbx.com/a', false],
  ['https://graph.example.com@example.com/a', false],
  ['http://cdn.fbsbx.com/a', false],
  ['not an address', false],
])('A file at %s is downloaded, without the token: %s', async (url, isDownloaded) => {
  const { port, calls } = portOf()
  expect((await download(account, url, 9, port)).kind).toBe(isDownloaded ? 'media' : 'never')
  expect(calls.map(({ secretHeaders }) => secretHeaders)).toEqual(isDownloaded ? [undefined] : [])
})

test('Up to three buttons are a template, more of them quick replies', () => {
  const buttons = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `i${i}`, title: `T${i}` }))
  const few = render({ type: 'buttons', text: 'Which?', buttons: buttons(1) }, 'id49')
  expect(few).toMatchObject({
    message: {
      attachment: {
        type: 'template',
        payload: {
          template_type: 'button',
          text: 'Which?',
          buttons: [{ type: 'postback', title: 'T0', payload: 'i0' }],
        },
      },
    },
  })
  const many = render({ type: 'buttons', text: 'Which?', buttons: buttons(4) }, 'id49') as {
    message: { text: string; quick_replies: object[] }
  }
  expect(many.message.text).toBe('Which?')
  expect(many.message.quick_replies).toHaveLength(4)
  expect(many.message.quick_replies[3]).toEqual({ content_type: 'text', title: 'T3', payload: 'i3' })
})
