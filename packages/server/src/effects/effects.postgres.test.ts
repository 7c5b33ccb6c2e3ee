import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { catchMail } from '@colloquy/test-kit/mail-catcher'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

/** Flows with external effects, tested against real servers on this machine. */

interface Heard {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

let service: TestService
let web: Server
let webUrl: string
let mailServer: Awaited<ReturnType<typeof catchMail>>
const heard: Heard[] = []
let answer: { status: number; text: string } = { status: 200, text: '{}' }

beforeAll(async () => {
  web = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const { method, url, headers } = request
    heard.push({ method, url, headers, body })
    if (url === '/bounce') {
      const guard = String(headers['x-colloquy-loop-guard'])
      const back = await fetch(`http://127.0.0.1:${service.port}/healthz`, {
        headers: { 'x-colloquy-loop-guard': guard },
      })
      response.writeHead(back.status).end()
      return
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text)
  })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const { port } = web.address() as AddressInfo
  webUrl = `http://127.0.0.1:${port}`
  mailServer = await catchMail('a-password')
  service = await testService({
    EGRESS_ALLOW: `127.0.0.1:${port}`,
    STRIPE_API_URL: webUrl,
    SMTP_URL: `smtp://mira:a-password@127.0.0.1:${mailServer.port}`,
    MAIL_FROM: 'Bots <bots@example.com>',
  })
})
afterAll(async () => {
  await service.close()
  await mailServer.close()
  web.close()
})

const at = { x: 0, y: 0 }
const said = (id: string, text: string) => ({
  id,
  type: 'text',
  content: { richText: [{ type: 'p', children: [{ text }] }] },
})

/** Publishes a bot that asks for a name, then runs these blocks. */
async function publish(publicId: string, ...blocks: object[]): Promise<string> {
  return service.publish({
    publicId,
    events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
    edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } }],
    variables: [
      { id: 'vName', name: 'Name' },
      { id: 'vOut', name: 'Out' },
    ],
    groups: [
      {
        id: 'g1',
        title: 'Who',
        graphCoordinates: at,
        blocks: [{ id: 'ask', type: 'text input', options: { variableId: 'vName' } }, ...blocks],
      },
    ],
  })
}

/** Answers with a name, and returns what comes after it. */
async function talk(publicId: string, name = 'Ada') {
  heard.length = 0
  const { sessionId, resultId } = (await service.call('POST', `/api/v1/bots/${publicId}/startChat`, {})).body
  const reply = await service.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message: name })
  expect(reply.status).toBe(200)
  const { messages } = reply.body as { messages: { content: { plainText: string } }[] }
  return { ...reply.body, sessionId, resultId, said: messages.map(({ content }) => content.plainText) }
}

const logsOf = async (botId: string, resultId: string) =>
  (await service.call('GET', `/api/v1/bots/${botId}/results/${resultId}/logs`)).body.logs

describe('an HTTP request', () => {
  test('brings what was answered, and what comes back is put into variables', async () => {
    answer = { status: 200, text: '{"items":[{"id":1},{"id":2}]}' }
    const webhook = { url: `${webUrl}/leads`, headers: [{ id: 'h', key: 'X-Key', value: 'k-{{Name}}' }] }
    const mapping = [{ id: 'm', variableId: 'vOut', bodyPath: 'data.items.map(item => item.id)' }]
    const options = { webhook, responseVariableMapping: mapping }
    await publish('http', { id: 'call', type: 'Webhook', options }, said('b', 'Got {{Out}}'))
    const { said: messages } = await talk('http')
    expect(messages).toEqual(['Got ["1","2"]'])
    expect(heard).toMatchObject([{ method: 'POST', url: '/leads', headers: { 'x-key': 'k-Ada' } }])
    expect(JSON.parse(heard[0]?.body ?? '')).toMatchObject({ Name: 'Ada', submittedAt: expect.any(String) })
  })

  test('that is refused shows the author the reason, and the visitor nothing', async () => {
    const webhook = { url: 'http://10.0.0.5/secret' }
    const botId = await publish('refused', { id: 'call', type: 'Webhook', options: { webhook } }, said('b', 'On'))
    const { said: messages, resultId, logs } = await talk('refused')
    expect(messages).toEqual(['On'])
    expect(JSON.stringify(logs)).not.toContain('10.0.0.5')
    expect(JSON.stringify(await logsOf(botId, resultId))).toContain('private address')
  })
})

describe('a script', () => {
  test('runs in the sandbox, sets variables and fetches through the egress client', async () => {
    answer = { status: 200, text: 'from the web' }
    const content = `const text = await fetch('${webUrl}/text'); setVariable('Out', {{Name}} + ' ' + text)`
    const block = { id: 'code', type: 'Code', options: { content, isExecutedOnClient: false } }
    await publish('script', block, said('b', '{{Out}} {{={{Name}}.length=}}'))
    expect((await talk('script')).said).toEqual(['Ada from the web 3'])
  })

  test('that may not call an address keeps the address out of the variable with its error, and in the logs of the result', async () => {
    const expressionToEvaluate = `await fetch('http://10.0.0.5:8080/secret')`
    const options = { variableId: 'vName', saveErrorInVariableId: 'vOut', expressionToEvaluate, isCode: true }
    const botId = await publish('inner', { id: 'set', type: 'Set variable', options }, said('b', 'Error: {{Out}}'))
    const { said: messages, resultId, logs } = await talk('inner')
    expect(messages).toEqual([expect.stringContaining('The request failed.')])
    expect(JSON.stringify([messages, logs])).not.toMatch(/10\.0\.0\.5|EGRESS_ALLOW/)
    expect(JSON.stringify(await logsOf(botId, resultId))).toContain('10.0.0.5 is a private address')
  })

  test('that never ends loses only itself', async () => {
    const block = { id: 'code', type: 'Code', options: { content: 'while (true) {}', isExecutedOnClient: false } }
    const botId = await publish('endless', block, said('b', 'Still here'))
    const { said: messages, resultId } = await talk('endless')
    expect(messages).toEqual(['Still here'])
    expect(await logsOf(botId, resultId)).toMatchObject([{ status: 'error' }])
  })

  test('a pattern that would run for ever is given up, and does not match', async () => {
    const comparison = { id: 'c', variableId: 'vName', comparisonOperator: 'Matches regex', value: '^(a+)+$' }
    const item = { id: 'i', content: { comparisons: [comparison] } }
    await publish('pattern', { id: 'if', type: 'Condition', items: [item] }, said('b', 'No match'))
    expect((await talk('pattern', `${'a'.repeat(40)}!`)).said).toEqual(['No match'])
  })
})

test('a notification links to the public URL and never to the host of a request', async () => {
  const settings = { SMTP_URL: `smtp://mira:a-password@127.0.0.1:${mailServer.port}`, MAIL_FROM: 'bot@example.com' }
  const named = await testService({ ...settings, COLLOQUY_PUBLIC_URL: 'https://bots.example' })
  const nameless = await testService(settings)
  try {
    const mail = { id: 'mail', type: 'Email', options: { recipients: ['boss@example.com'] } }
    for (const one of [named, nameless]) {
      const bot = askingBot('mail', 1)
      bot.groups[0]?.blocks.push(mail as never)
      await one.publish(bot)
      const host = { host: new URL(one.config.publicUrl ?? 'http://evil.example').host }
      const { sessionId } = (await one.call('POST', '/api/v1/bots/mail/startChat', {}, host)).body
      await one.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message: 'ada' }, host)
    }
    const [linked, unlinked] = mailServer.caught.splice(-2).map(({ raw }) => raw.replace(/=\r?\n/g, ''))
    expect(linked).toMatch(/https:\/\/bots\.example\/bots\/\w+\/results/)
    expect(unlinked).not.toMatch(/evil\.example|href=/)
  } finally {
    await Promise.all([named.close(), nameless.close()])
  }
})

test('an email goes out with what was answered', async () => {
  const options = { recipients: ['{{Name}}@example.com'], subject: 'From {{Name}}' }
  const botId = await publish('mail', { id: 'mail', type: 'Email', options }, said('b', 'Sent'))
  const { said: messages, resultId } = await talk('mail', 'ada')
  expect(messages).toEqual(['Sent'])
  const caught = mailServer.caught.pop()
  expect(caught).toMatchObject({ from: 'bots@example.com', to: ['ada@example.com'] })
  expect(caught?.raw).toContain('Subject: From ada')
  expect(await logsOf(botId, resultId)).toMatchObject([{ status: 'success', description: 'The email was sent' }])
})

describe('a payment', () => {
  const payment = (credentialsId: string) => ({
    id: 'pay',
    type: 'payment input',
    options: { credentialsId, amount: '12.50', currency: 'EUR' },
  })

  test('is opened with the provider, in test mode for previews', async () => {
    answer = { status: 200, text: '{"client_secret":"pi_secret"}' }
    const keys = {
      live: { secretKey: 'sk_live', publicKey: 'pk_live' },
      test: { secretKey: 'sk_test', publicKey: 'pk_test' },
    }
    const credentialsId = await service.addCredentials('stripe', keys)
    const botId = await publish('pay', payment(credentialsId))
    const live = await talk('pay')
    expect(live.input.runtimeOptions).toMatchObject({ paymentIntentSecret: 'pi_secret', publicKey: 'pk_live' })
    expect(heard).toMatchObject([{ url: '/v1/payment_intents', headers: { authorization: 'Bearer sk_live' } }])
    expect(Object.fromEntries(new URLSearchParams(heard[0]?.body))).toMatchObject({ amount: '1250', currency: 'eur' })
    const { sessionId } = (await service.call('POST', `/api/v1/bots/${botId}/preview/startChat`, {})).body
    await service.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message: 'Ada' })
    expect(heard.at(-1)?.headers.authorization).toBe('Bearer sk_test')
  })

  test('that the provider refuses is shown without a way to pay', async () => {
    answer = { status: 402, text: '{"error":{"message":"Your account is closed"}}' }
    const keys = { live: { secretKey: 'sk_x', publicKey: 'pk_x' }, test: {} }
    const botId = await publish('closed', payment(await service.addCredentials('stripe', keys)))
    const { input, resultId } = await talk('closed')
    expect(input.id).toBe('pay')
    expect(input.runtimeOptions).toBeUndefined()
    expect(JSON.stringify(await logsOf(botId, resultId))).toContain('Your account is closed')
  })
})

test('a transcript holds what was said in the turns before', async () => {
  await publish(
    'transcript',
    said('b', 'Hello {{Name}}'),
    { id: 'set', type: 'Set variable', options: { variableId: 'vOut', type: 'Transcript' } },
    said('b2', '{{Out}}'),
  )
  expect((await talk('transcript')).said.at(-1)).toBe('User: "Ada"\n\nAssistant: "Hello Ada"')
})

test('a call of a flow that leads back to the service is refused with 403', async () => {
  const mapping = [{ id: 'm', variableId: 'vOut', bodyPath: 'statusCode' }]
  const options = { webhook: { url: `${webUrl}/bounce` }, responseVariableMapping: mapping }
  await publish('loop', { id: 'call', type: 'Webhook', options }, said('b', '{{Out}}'))
  expect((await talk('loop')).said).toEqual(['403'])
})
