import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { messageOf, payloadOf, signedRequest } from '../testing/messaging-payloads.js'
import { connected, type MessagingWorld, messagingWorld } from '../testing/messaging-world.js'
import { askingBot } from '../testing/test-service.js'

/** Requests to the webhook of a provider, from that provider and from anybody else. */

let world: MessagingWorld
beforeAll(async () => {
  world = await messagingWorld()
  await world.publish(askingBot(newId()))
})
afterAll(() => world.close())

const isStored = async (sender: string) => {
  const { workspaceId } = world.service
  return (
    (await world.service.storage.messaging.find({ workspaceId, credentialsId: world.credentialsId, sender })) !==
    undefined
  )
}
const post = (body: string | Buffer, headers: Record<string, string>) =>
  world.service.call('POST', world.webhook, body, { authorization: '', ...headers })

describe('a signature', () => {
  const sender = '4920'
  const { body, headers } = signedRequest(payloadOf(sender, [messageOf(sender, 'Hello')]))
  const right = headers['x-hub-signature-256']
  const sign = (secret: string, algorithm = 'sha256') => createHmac(algorithm, secret).update(body).digest('hex')

  test.each<[string, Record<string, string>, string?]>([
    ['that is missing', {}],
    ['that is empty', { 'x-hub-signature-256': '' }],
    ['without its algorithm', { 'x-hub-signature-256': right.slice(7) }],
    ['that is too short', { 'x-hub-signature-256': right.slice(0, -1) }],
    ['in upper case', { 'x-hub-signature-256': right.toUpperCase() }],
    ['of another algorithm', { 'x-hub-signature-256': `sha512=${sign('app-secret-of-the-tests', 'sha512')}` }],
    ['with another secret', { 'x-hub-signature-256': `sha256=${sign('another secret')}` }],
    ['with odd bytes', { 'x-hub-signature-256': `sha256=${'ÿ'.repeat(64)}` }],
    ['of a body in which one byte was changed', { 'x-hub-signature-256': right }, body.replace('Hello', 'hello')],
    ['of a body that was written anew', { 'x-hub-signature-256': right }, JSON.stringify(JSON.parse(body), null, 1)],
    ['in the header of the other provider', { 'x-bot-webhook-secret': 'app-secret-of-the-tests' }],
  ])('%s is refused, and nothing is stored', async (_, given, changed = body) => {
    const answer = await post(changed, given)
    expect([answer.status, answer.body.code]).toEqual([401, 'signature_invalid'])
    expect(await isStored(sender)).toBe(false)
  })

  test('of credentials without a secret is never right, nor is one of credentials that nobody has', async () => {
    const { appSecret: _, ...open } = { systemUserAccessToken: 'x', phoneNumberId: '1055501', appSecret: '' }
    for (const data of [open, { ...open, appSecret: '' }, { provider: '360dialog', apiKey: 'k' }]) {
      const id = await world.service.addCredentials('messaging', data, { name: newId() })
      for (const secret of ['', 'undefined']) {
        const { body, headers } = signedRequest(payloadOf(sender, [messageOf(sender, 'Hello')]), secret)
        const answer = await connected(world.service, id).send(body, { ...headers, 'x-bot-webhook-secret': secret })
        expect(answer.status).toBe(401)
      }
    }
    expect((await connected(world.service, newId()).send({ entry: [] })).status).toBe(401)
  })

  test('of the other provider is a shared secret in a header', async () => {
    const data = { provider: '360dialog', apiKey: 'planted-dialog-key', webhookSecret: 'shared secret' }
    const other = connected(world.service, await world.service.addCredentials('messaging', data, { name: newId() }))
    await other.publish(askingBot(newId()))
    const payload = payloadOf('4921', [messageOf('4921', 'Hello')], '77')
    expect((await other.send(payload, { 'x-bot-webhook-secret': 'shared secreT' })).status).toBe(401)
    expect((await other.send(payload, { 'x-bot-webhook-secret': 'shared secret' })).status).toBe(200)
    expect(await world.provider.said('4921', 1)).toEqual(['Hi'])
    const [sent] = world.provider.messages('4921')
    expect(sent).toMatchObject({ path: '/messages', headers: { 'd360-api-key': 'planted-dialog-key' } })
  })
})

test('a verify token is good once, for its own credentials, and the challenge comes back as it was sent', async () => {
  const other = await world.service.addCredentials(
    'messaging',
    { systemUserAccessToken: 'x', phoneNumberId: '2' },
    { name: newId() },
  )
  const path = (id: string) => `/api/v1/workspaces/${world.service.workspaceId}/messaging/${id}`
  const { body } = await world.service.call('POST', `${path(world.credentialsId)}/verifyToken`)
  expect(body).toMatchObject({ webhookUrl: `http://127.0.0.1:${world.service.port}${world.webhook}` })
  const query = `?hub.mode=subscribe&hub.challenge=12345678901234567890&hub.verify_token=${body.verifyToken}`
  expect((await world.service.call('GET', `${path(other)}/webhook${query}`)).status).toBe(401)
  const verified = await world.service.call('GET', world.webhook + query)
  expect([verified.status, verified.text]).toEqual([200, '12345678901234567890'])
  expect((await world.service.call('GET', world.webhook + query)).status).toBe(401)
  const script = '?hub.challenge=<script>alert(1)</script>&hub.verify_token=x'
  expect((await world.service.call('GET', world.webhook + script)).status).toBe(400)
})

test('the connection shows its state, and no secret', async () => {
  const path = `/api/v1/workspaces/${world.service.workspaceId}/messaging/${world.credentialsId}`
  await world.write('4922', 'Hello')
  await world.settled()
  const { body, text } = await world.service.call('GET', path)
  expect(body).toMatchObject({
    provider: 'meta',
    phoneNumberId: '1055501',
    isSigned: true,
    secretHeader: null,
    waitingMessages: 0,
  })
  expect(Date.parse(body.lastMessageAt)).toBeGreaterThan(Date.now() - 60_000)
  expect(text).not.toContain('secret-of-the-tests')
})

test('credentials are tried where the settings of the instance say that the provider is', async () => {
  const { service, provider, credentialsId } = world
  const path = `/api/v1/credentials/${credentialsId}/test`
  const tried = async () => (await service.call('POST', path, { workspaceId: service.workspaceId })).body
  provider.answerWith(() => ({ status: 200, body: {} }))
  const accepted = await tried()
  const asked = provider.requests.at(-1)
  provider.answerWith(() => ({ status: 401, body: {} }))
  const refused = await tried()
  provider.answerWith(() => undefined)
  expect([accepted.status, refused.status]).toEqual(['success', 'failure'])
  expect(asked).toMatchObject({
    method: 'GET',
    path: '/v21.0/1055501',
    headers: { authorization: 'Bearer planted-messaging-token' },
  })
})

describe('of what a provider sends', () => {
  test('a message of an unknown kind leaves the others alone', async () => {
    const odd = [
      { type: 'reaction', reaction: { emoji: '👍' } },
      { type: 'order', order: { items: [1] } },
      { type: 'contacts', contacts: [{}] },
      { type: 'unsupported', errors: [{ code: 131051 }] },
      { type: 'text' },
      { type: '__proto__' },
      { type: 'interactive', interactive: { nfm_reply: {} } },
      {},
    ]
    const messages = [...odd.map((it) => messageOf('4923', it)), messageOf('4923', 'Hello'), null, 7, [], 'text']
    expect((await world.send(payloadOf('4923', messages as object[]))).status).toBe(200)
    expect(await world.provider.said('4923', 1)).toEqual(['Hi'])
  })

  test.each<[string, unknown]>([
    ['nothing', {}],
    ['no list', { entry: 'all' }],
    ['a list as a whole', []],
  ])('%s is refused', async (_, payload) => {
    expect((await world.send(payload)).body.code).toBe('invalid_request')
  })

  test.each<[string, unknown]>([
    ['an empty list', { entry: [] }],
    [
      'parts that are missing',
      { entry: [{}, null, { changes: [{}, null, { value: null }, { value: { messages: {} } }] }] },
    ],
    ['somebody without a number', payloadOf('4924', [messageOf('', 'Hello')])],
    ['a message without an id', payloadOf('4924', [{ ...messageOf('4924', 'Hello'), id: '' }])],
    ['an id without an end', payloadOf('4924', [{ ...messageOf('4924', 'Hello'), id: 'x'.repeat(10_000) }])],
    ['another number of the business', payloadOf('4924', [messageOf('4924', 'Hello')], '999')],
    [
      'states of messages',
      { entry: [{ changes: [{ value: { statuses: [{ id: 'x', status: 'delivered', recipient_id: '1' }] } }] }] },
    ],
  ])('%s is taken, and nothing is stored', async (_, payload) => {
    expect((await world.send(payload)).status).toBe(200)
    expect(await isStored('4924')).toBe(false)
  })

  test('what is too large, too deep or no JSON is refused, signed or not', async () => {
    const deep = `{"entry":${'['.repeat(100)}${']'.repeat(100)}}`
    expect((await world.send(deep)).body.code).toBe('too_deep')
    expect((await world.send('{"entry":')).body.code).toBe('malformed_json')
    expect((await world.send({ entry: 'x'.repeat(1_100_000) })).status).toBe(413)
    const { headers } = signedRequest('')
    expect((await post(Buffer.from([0xff, 0xfe, 0x00]), headers)).body.code).toBe('malformed_json')
  })

  test('text that no database stores is mended, and the message answered', async () => {
    const { body } = signedRequest(payloadOf('4925', [messageOf('4925', 'a@b')]))
    const said = body.replace('a@b', 'a\\u0000\\ud800b')
    expect((await world.send(said)).status).toBe(200)
    expect(await world.provider.said('4925', 1)).toEqual(['Hi'])
  })

  test('who keeps their number to themselves is answered by what the provider calls them', async () => {
    const { from: _, ...message } = messageOf('4926', 'Hello')
    await world.send(payloadOf('4926', [{ ...message, from_user_id: 'US.13491208655302741918' }]))
    expect(await world.provider.said('US.13491208655302741918', 1)).toEqual(['Hi'])
    expect(world.provider.messages('US.13491208655302741918')[0]?.body).not.toHaveProperty('to')
  })

  test('a message that comes more than three minutes late is kept as such and not answered; one of the future is', async () => {
    const at = (minutes: number) => ({ timestamp: String(Math.floor(Date.now() / 1_000) + minutes * 60) })
    await world.send(payloadOf('4927', [{ ...messageOf('4927', 'Hello'), ...at(-4) }]))
    await world.send(payloadOf('4928', [{ ...messageOf('4928', 'Hello'), ...at(10) }]))
    expect(await world.provider.said('4928', 1)).toEqual(['Hi'])
    await world.settled()
    expect(await isStored('4927')).toBe(true)
    expect(world.provider.messages('4927')).toEqual([])
  })

  test('several messages of one call are one reply', async () => {
    await world.write('4929', 'Hello')
    await world.provider.said('4929', 1)
    await world.write('4929', 'One', 'Two')
    await world.settled()
    const resultId = await world.resultIdOf('4929')
    const session = await world.service.storage.results.answers([resultId])
    expect(session.map(({ content }) => content)).toEqual(['One\n\nTwo'])
  })

  test('an undelivered message of the bot is reported beside the result', async () => {
    await world.write('4930', 'Hello')
    await world.provider.said('4930', 1)
    await world.settled()
    const status = {
      id: 'x',
      status: 'failed',
      recipient_id: '4930',
      errors: [{ code: 131026, title: 'Message undeliverable' }],
    }
    await world.send({
      entry: [{ changes: [{ value: { metadata: { phone_number_id: '1055501' }, statuses: [status] } }] }],
    })
    const resultId = await world.resultIdOf('4930')
    const [bot] = await world.service.storage.bots.listOfAccount(world.service.workspaceId, world.credentialsId)
    const page = { limit: 10, bytes: 100_000 }
    const { rows: logs } = await world.service.storage.results.logs(
      world.service.workspaceId,
      bot?.id ?? '',
      resultId,
      page,
    )
    expect(logs).toMatchObject([{ status: 'error', details: '131026 Message undeliverable' }])
  })
})
