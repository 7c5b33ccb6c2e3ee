import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { createGunzip } from 'node:zlib'
import { type Nginx, startNginx } from '@colloquy/test-kit/net/nginx'
import { chatStandIn } from '@colloquy/test-kit/providers/chat-completions'
import { played } from '@colloquy/test-kit/providers/streams'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listeningBot } from '../testing/listening-bot.js'
import { asked, completionBlock, groqCredentials, streamingBot } from '../testing/streaming-bot.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

let chat: Awaited<ReturnType<typeof chatStandIn>>
let service: TestService
let credentialsId: string
let made = 0

beforeAll(async () => {
  chat = await chatStandIn()
  service = await testService({ EGRESS_ALLOW: chat.entry })
  credentialsId = await groqCredentials(service, chat.url)
})
afterAll(async () => {
  await service.close()
  await chat.close()
})

/** An answer that comes in pieces: the first is there at once, and the second after `goOn`. */
interface Piecewise {
  method: 'GET' | 'POST'
  path: string
  first: string
  goOn: () => unknown
  second: string
}

async function generatedText(sessions: string): Promise<Piecewise> {
  const publicId = `piecewise-${++made}`
  await service.publish(streamingBot(publicId, completionBlock(credentialsId)))
  const { sessionId } = await asked(service, publicId)
  let goOn = () => {}
  const gate = new Promise<void>((resolve) => {
    goOn = resolve
  })
  chat.says({ text: 'Hello you', play: (parts) => played(parts, (part) => (part === 2 ? gate : Promise.resolve())) })
  return { method: 'POST', path: `${sessions}/${sessionId}/streamMessage`, first: 'Hello', goOn, second: 'you' }
}

const piecewise: Record<string, () => Promise<Piecewise>> = {
  'a generated text': () => generatedText('/api/v1/sessions'),
  'a generated text in the format of other clients': () => generatedText('/api/v2/sessions'),
  async 'the changes of a draft'() {
    const botId = await service.publish(askingBot(`piecewise-${++made}`))
    const rename = () => service.call('PATCH', `/api/v1/bots/${botId}`, { bot: { name: 'Renamed' } })
    return { method: 'GET', path: `/api/v1/bots/${botId}/live`, first: 'event: ', goOn: rename, second: 'Renamed' }
  },
  async 'a webhook that a chat waits for'() {
    const publicId = `piecewise-${++made}`
    const botId = await service.publish(listeningBot(publicId))
    const { body } = await service.call('POST', `/api/v1/bots/${publicId}/startChat`, {})
    const hook = `/api/v1/bots/${botId}/blocks/hook/results/${body.resultId}/executeWebhook`
    const send = () => service.call('POST', hook, { amount: 5 })
    const path = `/api/v1/sessions/${body.sessionId}/webhooks`
    return { method: 'GET', path, first: ': listening', goOn: send, second: '{"amount":5}' }
  },
}

const program = process.env.TEST_NGINX
const compressing = 'gzip on; gzip_proxied any; gzip_min_length 0;'

describe.skipIf(program === undefined).each([
  ['whose settings are the defaults', '', undefined],
  ['that compresses pages', compressing, undefined],
  ['that compresses everything', `${compressing} gzip_types *;`, 'gzip'],
])('behind an nginx %s', (_, settings, encoding) => {
  let nginx: Nginx
  beforeAll(async () => {
    nginx = await startNginx(program as string, `http://127.0.0.1:${service.port}`, settings)
  })
  afterAll(() => nginx.close())

  /** Returns the content encoding of an answer, and the text that has come of it so far. */
  async function open({ method, path }: Piecewise) {
    const headers = { authorization: `Bearer ${service.token}`, 'accept-encoding': 'gzip, br' }
    const outgoing = request({ socketPath: nginx.socketPath, method, path, headers, agent: false })
    outgoing.on('error', () => {}).end()
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
    expect(incoming.headers.server).toContain('nginx')
    const encoding = incoming.headers['content-encoding']
    incoming.on('error', () => {})
    let text = ''
    const body = encoding === 'gzip' ? incoming.pipe(createGunzip()) : incoming
    body.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
    })
    return { encoding, text: () => text, close: () => outgoing.destroy() }
  }

  test.each(Object.entries(piecewise))('%s arrives piece by piece', async (_, begin) => {
    const answer = await begin()
    const { first, goOn, second } = answer
    const opened = await open(answer)
    await expect.poll(opened.text).toContain(first)
    expect(opened.text()).not.toContain(second)
    await goOn()
    await expect.poll(opened.text).toContain(second)
    expect(opened.encoding).toBe(encoding)
    opened.close()
  })
})
