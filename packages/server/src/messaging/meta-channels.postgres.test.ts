import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { connected, noTyping, quick } from '../testing/messaging-world.js'
import { type TestService, testService } from '../testing/test-service.js'

interface SentBody {
  recipient: { id: string }
  sender_action?: string
  messaging_type?: string
  message?: { text?: string; attachment?: { payload: { text?: string; buttons?: { payload: string }[] } } }
}

const at = { x: 0, y: 0 }
const data = { accessToken: 'planted-token', accountId: '77', appId: '5', appSecret: 'app-secret' }
const filesAskedWith: (string | undefined)[] = []
const sent: (SentBody & { token: string | undefined })[] = []
/** Stands in for the Graph API, and for the host of its files. */
const server = createServer(async (request, response) => {
  if (request.method === 'GET') {
    filesAskedWith.push(request.headers.authorization)
    response.writeHead(200).end('a photo')
    return
  }
  let body = ''
  for await (const part of request) body += part
  sent.push({ ...JSON.parse(body), token: request.headers.authorization })
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"message_id":"m"}')
})

let service: TestService
let provider: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  provider = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  service = await testService({ ...quick, COLLOQUY_MESSENGER_URL: provider, COLLOQUY_INSTAGRAM_URL: provider })
})
afterAll(async () => {
  await service.close()
  await new Promise((resolve) => server.close(resolve))
})

const bot = {
  events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
  edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } }],
  variables: [
    { id: 'v1', name: 'Colour' },
    { id: 'v2', name: 'Photo' },
  ],
  groups: [
    {
      id: 'g1',
      title: 'G',
      graphCoordinates: at,
      blocks: [
        { id: 'b1', type: 'text', content: { richText: [{ type: 'p', children: [{ text: 'Which colour?' }] }] } },
        {
          id: 'b2',
          type: 'choice input',
          items: [
            { id: 'i1', content: 'Red' },
            { id: 'i2', content: 'Green' },
          ],
          options: { variableId: 'v1' },
        },
        { id: 'b3', type: 'text', content: { richText: [{ type: 'p', children: [{ text: 'You like {{Colour}}' }] }] } },
        { id: 'b4', type: 'file input', options: { variableId: 'v2' } },
        { id: 'b5', type: 'text', content: { richText: [{ type: 'p', children: [{ text: 'A photo: {{Photo}}' }] }] } },
        { id: 'b6', type: 'text input', options: {} },
        { id: 'b7', type: 'text', content: { richText: [{ type: 'p', children: [{ text: 'Bye' }] }] } },
      ],
    },
  ],
}

test.each([
  ['messenger', 'page'],
  ['instagram', 'instagram'],
] as const)(
  'a bot answers on %s with buttons, takes a file without the token, and is silent once a person answers there',
  async (type, object) => {
    const account = await service.addCredentials(type, data, { name: newId() })
    const made = await service.call('POST', '/api/v1/bots', { workspaceId: service.workspaceId, bot })
    const id: string = made.body.bot.id
    const settings = { ...noTyping, messaging: { isEnabled: true } }
    await service.call('PATCH', `/api/v1/bots/${id}`, { bot: { settings, channels: [{ credentialsId: account }] } })
    await service.call('POST', `/api/v1/bots/${id}/publish`)
    const from = `49${newId().length}${object.length}`
    const call = (event: object, secret = data.appSecret) => {
      const messaging = [{ sender: { id: from }, recipient: { id: '77' }, timestamp: Date.now(), ...event }]
      const body = JSON.stringify({ object, entry: [{ id: '77', messaging }] })
      const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
      const address = `/api/v1/workspaces/${service.workspaceId}/messaging/${account}/webhook`
      return service.call('POST', address, body, { authorization: '', 'x-hub-signature-256': signature })
    }
    const mine = () => sent.filter(({ recipient }) => recipient.id === from)
    const shown = () =>
      mine().flatMap(({ message }) => (message ? (message.text ?? message.attachment?.payload.text ?? '') : []))

    expect((await call({ message: { mid: newId(), text: 'Hello' } }, 'another')).status).toBe(401)
    expect((await call({ message: { mid: newId(), text: 'Hello' } })).status).toBe(200)
    await expect.poll(shown).toEqual(['Which colour?'])
    await expect
      .poll(() => mine().map((it) => it.sender_action))
      .toEqual(expect.arrayContaining(['mark_seen', 'typing_on']))
    expect(mine()[0]?.token).toBe('Bearer planted-token')
    const buttons = mine().flatMap(({ message }) => message?.attachment?.payload.buttons ?? [])
    expect(buttons).toHaveLength(2)
    await call({ postback: { mid: newId(), title: 'Green', payload: buttons[1]?.payload } })
    await expect.poll(shown).toEqual(['Which colour?', 'You like Green'])
    await call({
      message: { mid: newId(), attachments: [{ type: 'image', payload: { url: `${provider}/photo.png` } }] },
    })
    const photo = expect.stringMatching(/^A photo: http/)
    await expect.poll(shown).toEqual(['Which colour?', 'You like Green', photo])
    expect(filesAskedWith.splice(0)).toEqual([undefined])

    const echo = { sender: { id: '77' }, recipient: { id: from } }
    await call({ ...echo, message: { mid: newId(), is_echo: true, app_id: 6, text: 'A person here' } })
    await call({ message: { mid: newId(), text: 'Thanks' } })
    await connected(service, account).settled()
    expect(shown()).toEqual(['Which colour?', 'You like Green', photo])
  },
)
