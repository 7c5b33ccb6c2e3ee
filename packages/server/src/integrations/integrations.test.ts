import { createHmac } from 'node:crypto'
import { elevenLabsKey, elevenLabsStandIn, recording } from '@colloquy/test-kit/providers/elevenlabs'
import { nocodbStandIn } from '@colloquy/test-kit/providers/nocodb'
import {
  blinkStandIn,
  chatNodeStandIn,
  difyStandIn,
  posthogStandIn,
  segmentStandIn,
  serviceKeys,
} from '@colloquy/test-kit/providers/services'
import type { Fault, StandIn } from '@colloquy/test-kit/providers/stand-in'
import { readQrCode } from '@colloquy/test-kit/read-qr-code'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serviceBot, talkTo } from '../testing/service-bot.js'
import { type TestService, testService } from '../testing/test-service.js'

let service: TestService
const standIns: Record<string, StandIn> = {}
const credentials: Record<string, string> = {}
const rows = Array.from({ length: 2_500 }, (_, index) => ({ Id: index + 1, Name: `Name ${index + 1}` }))

beforeAll(async () => {
  const all = {
    elevenlabs: elevenLabsStandIn(),
    'chat-node': chatNodeStandIn(),
    segment: segmentStandIn(),
    posthog: posthogStandIn(),
    blink: blinkStandIn(),
    'dify-ai': difyStandIn(),
    nocodb: nocodbStandIn(rows),
  }
  for (const [type, opening] of Object.entries(all)) standIns[type] = await opening
  const given = ['posthog', 'dify-ai', 'nocodb'].map((type) => standIns[type]!.entry)
  service = await testService({
    ELEVENLABS_API_URL: standIns.elevenlabs!.url,
    CHATNODE_API_URL: standIns['chat-node']!.url,
    SEGMENT_API_URL: standIns.segment!.url,
    BLINK_API_URL: standIns.blink!.url,
    EGRESS_ALLOW: given.join(),
  })
  const data: Record<string, object> = {
    elevenlabs: { apiKey: elevenLabsKey },
    'chat-node': { apiKey: serviceKeys.chatNode },
    segment: { apiKey: serviceKeys.segment },
    posthog: { apiKey: serviceKeys.posthog, host: standIns.posthog!.url },
    blink: { apiKey: serviceKeys.blink },
    'dify-ai': {
      apiKey: serviceKeys.dify,
      knowledgeApiKey: serviceKeys.difyKnowledge,
      apiEndpoint: standIns['dify-ai']!.url,
    },
    nocodb: { apiKey: serviceKeys.nocodb, baseUrl: standIns.nocodb!.url },
  }
  for (const [type, one] of Object.entries(data)) credentials[type] = await service.addCredentials(type, one)
})
afterAll(async () => {
  await service.close()
  await Promise.all(Object.values(standIns).map((it) => it.close()))
})

const mapped = (item: string) => [{ item, variableId: 'vOut' }]

/** A working block for each service that makes a call. */
const blocks: Record<string, Record<string, unknown>> = {
  elevenlabs: { action: 'Convert text to speech', text: '{{Text}}', voiceId: 'v1', saveUrlInVariableId: 'vOut' },
  'chat-node': { action: 'Send Message', botId: 'bot-1', message: '{{Text}}', responseMapping: mapped('Message') },
  segment: { action: 'Track', eventName: 'Said', userId: '{{Text}}' },
  posthog: { action: 'Capture', event: 'Said', isAnonymous: true, properties: [{ key: 'text', value: '{{Text}}' }] },
  blink: {
    action: 'Send Feed Event',
    userIds: ['u1'],
    sections: [{ type: 'Text', value: '{{Text}}' }],
    responseMapping: mapped('Event ID'),
  },
  'dify-ai': {
    action: 'Query Knowledge Base',
    datasetId: 'd1',
    query: '{{Text}}',
    responseMapping: mapped('Retrieved chunks'),
  },
  nocodb: {
    action: 'Search Records',
    tableId: 't1',
    filter: { comparisons: [{ input: 'Name', value: '{{Text}}' }] },
    responseMapping: [{ fieldName: 'Id', variableId: 'vOut' }],
  },
}
const types = Object.keys(blocks)
const talk = (type: string, text?: string, more: object = {}) =>
  talkTo(service, type, { credentialsId: credentials[type], ...blocks[type], ...more }, text)
const keys = [elevenLabsKey, ...Object.values(serviceKeys)]
const keysOf: Record<string, string> = {
  elevenlabs: elevenLabsKey,
  'chat-node': serviceKeys.chatNode,
  segment: serviceKeys.segment,
  posthog: serviceKeys.posthog,
  blink: serviceKeys.blink,
  'dify-ai': serviceKeys.difyKnowledge,
  nocodb: serviceKeys.nocodb,
}

describe('a call', () => {
  test.each([
    ['elevenlabs', 'Hello', /^http\S+\/api\/files\/\w+\.mp3$/],
    ['chat-node', 'Hello', /^You said Hello$/],
    ['segment', 'Hello', /^before$/],
    ['posthog', 'Hello', /^before$/],
    ['blink', 'Hello', /^event-1$/],
    ['dify-ai', 'Hello', /First chunk.*Second chunk/],
    ['nocodb', 'Name 7', /^7$/],
  ])('of %s works on the wire, and no key is in the answer or the logs', async (type, text, expected) => {
    const before = standIns[type]!.received.length
    const { said, answer, logs } = await talk(type, text)
    expect({ said, logs }).toEqual({ said: expect.stringMatching(expected), logs: [] })
    expect(standIns[type]!.received.length).toBe(before + 1)
    for (const key of keys) expect(answer).not.toContain(key)
  })

  const faults: [string, Fault][] = [
    ['500 with HTML', { status: 500, body: '<html>Oops</html>' }],
    ['an answer that breaks off', 'cut'],
    ['an answer of 30 MB', { body: Buffer.alloc(30_000_000, 32) }],
  ]
  test.each(types.flatMap((type) => faults.map(([name, fault]) => [type, name, fault] as const)))(
    'of %s that ends in %s leaves a log without a key, and the flow continues',
    async (type, _, fault) => {
      standIns[type]!.failWith(fault)
      const { said, answer, logs } = await talk(type).finally(() => standIns[type]!.failWith(undefined))
      expect(said).toBe('before')
      expect(logs).toMatchObject([{ status: 'error' }])
      for (const key of keys) expect(JSON.stringify([answer, logs])).not.toContain(key)
      expect(answer).not.toContain('stand-in')
    },
  )
})

test.each(types)('a key that %s repeats in its error is not in the log', async (type) => {
  standIns[type]!.failWith({ status: 403, json: { error: { message: `Not with ${keysOf[type]}` } } })
  const { logs } = await talk(type).finally(() => standIns[type]!.failWith(undefined))
  expect(logs).toMatchObject([{ description: expect.stringContaining('Not with •••') }])
  expect(JSON.stringify(logs)).not.toContain(keysOf[type])
})

test('a recording is a file of the conversation, stays with its result, and goes with it', async () => {
  const { said } = await talk('elevenlabs')
  const path = new URL(said).pathname
  const file = await service.call('GET', path)
  expect(file.headers['content-type']).toBe('audio/mpeg')
  expect(file.text).toBe(recording.toString())
  const [, id = ''] = /files\/(\w+)\.mp3/.exec(said) ?? []
  expect(await service.storage.uploads.find(id)).toMatchObject({ state: 'stored', isKept: true, visibility: 'public' })
})

test('a preview calls the service for real, and its file is served', async () => {
  const bot = serviceBot('elevenlabs', { credentialsId: credentials.elevenlabs, ...blocks.elevenlabs })
  const made = await service.call('POST', '/api/v1/bots', { workspaceId: service.workspaceId, bot })
  const begun = await service.call('POST', `/api/v1/bots/${made.body.bot.id}/preview/startChat`, {})
  const { text } = await service.call('POST', `/api/v1/sessions/${begun.body.sessionId}/continueChat`, {
    message: { type: 'text', text: 'Hello' },
  })
  const [, path = ''] = /(\/api\/files\/\w+\.mp3)/.exec(text) ?? []
  expect((await service.call('GET', path)).status).toBe(200)
  expect(text).toContain('for real')
})

test.each([
  ['ASCII', 'https://a.example/?q=1'],
  ['UTF-8', 'Grüße 🚀 漢字'],
  ['the most it holds', 'x'.repeat(2_331)],
])('a QR code of %s decodes to its text', async (_, data) => {
  const { said } = await talkTo(service, 'qr-code', {
    action: 'Generate a QR Code',
    data,
    saveUrlInVariableId: 'vOut',
  })
  const file = await fetch(said, { headers: { connection: 'close' } })
  expect(file.headers.get('content-type')).toBe('image/png')
  expect(readQrCode(Buffer.from(await file.arrayBuffer()))).toBe(data)
})

test('a QR code for a text that is too long leaves a log', async () => {
  const options = { action: 'Generate a QR Code', data: 'x'.repeat(3_000), saveUrlInVariableId: 'vOut' }
  const { said, logs } = await talkTo(service, 'qr-code', options)
  expect(said).toBe('before')
  expect(logs).toMatchObject([{ status: 'error', description: expect.stringContaining('too long') }])
})

describe('credentials', () => {
  const tryThem = async (id: string) =>
    (await service.call('POST', `/api/v1/credentials/${id}/test`, { workspaceId: service.workspaceId })).body

  test.each(['elevenlabs', 'dify-ai', 'nocodb'])('of %s are tested by signing in', async (type) => {
    expect(await tryThem(credentials[type]!)).toMatchObject({ status: 'success' })
    standIns[type]!.failWith({ status: 401, json: {} })
    const failed = await tryThem(credentials[type]!).finally(() => standIns[type]!.failWith(undefined))
    expect(failed).toMatchObject({ status: 'failure' })
  })

  test('of another workspace are as if missing', async () => {
    const other = (await service.call('POST', '/api/v1/workspaces', { name: 'Other' })).body.workspace.id
    const made = await service.call('POST', '/api/v1/credentials', {
      workspaceId: other,
      credentials: { type: 'elevenlabs', name: 'Theirs', data: { apiKey: elevenLabsKey } },
    })
    const before = standIns.elevenlabs!.received.length
    const { said, logs } = await talk('elevenlabs', 'Hello', { credentialsId: made.body.credentialsId })
    expect(said).toBe('before')
    expect(logs).toMatchObject([{ description: expect.stringContaining('credentials') }])
    expect(standIns.elevenlabs!.received.length).toBe(before)
  })

  test('send their secret to their own host alone, not past a redirect', async () => {
    const elsewhere = standIns['dify-ai']!
    const before = elsewhere.received.length
    standIns.nocodb!.failWith({ status: 302, headers: { location: `${elsewhere.url}/v1/parameters` } })
    const { said } = await talk('nocodb').finally(() => standIns.nocodb!.failWith(undefined))
    expect(said).toBe('before')
    for (const { headers } of elsewhere.received.slice(before)) expect(headers).not.toHaveProperty('xc-token')
  })
})

describe('lists', () => {
  const listOf = async (type: string, list: string, credentialsId: string | undefined = credentials[type]) =>
    (
      await service.call('POST', `/api/v1/workspaces/${service.workspaceId}/integrations/${type}/items`, {
        list,
        credentialsId,
      })
    ).body

  test.each([
    [
      'elevenlabs',
      'voices',
      [
        { label: 'Ada', value: 'v1' },
        { label: 'v2', value: 'v2' },
      ],
    ],
    ['elevenlabs', 'models', [{ label: 'Multilingual', value: 'm1' }]],
    [
      'dify-ai',
      'datasets',
      [
        { label: 'Newer', value: 'd2' },
        { label: 'Older', value: 'd1' },
      ],
    ],
  ])('of %s: %s', async (type, list, items) => {
    expect(await listOf(type, list)).toEqual({ items })
    const before = standIns[type]!.received.length
    expect(await listOf(type, list)).toEqual({ items })
    expect(standIns[type]!.received.length).toBe(before)
  })

  test('that fail say why, so that the field stays a text field', async () => {
    const wrong = await service.addCredentials('elevenlabs', { apiKey: 'another-key-0123' }, { name: 'Wrong' })
    expect(await listOf('elevenlabs', 'voices', wrong)).toEqual({ items: [], problem: expect.stringContaining('401') })
    expect(await listOf('elevenlabs', 'unknown')).toEqual({ items: [], problem: expect.any(String) })
  })
})

describe('NocoDB', () => {
  test('finds nothing more for a value that looks like a filter', async () => {
    expect((await talk('nocodb', ')~or(Id,gt,0')).said).toBe('before')
  })

  test.each([
    ['First', '1'],
    ['Last', '2500'],
  ])('returns the %s of 2,500 records', async (returnType, expected) => {
    const filter = { comparisons: [{ input: 'Name', operator: 'Contains', value: 'Name' }] }
    expect((await talk('nocodb', 'Hello', { returnType, filter })).said).toBe(expected)
  })
})

test('Zendesk tokens verify with the secret', async () => {
  const secret = 'planted-zendesk-signing-key'
  const id = await service.addCredentials('zendesk', { conversationsKeyId: 'key-1', conversationsSecretKey: secret })
  const options = {
    action: 'Open Web Widget',
    credentialsId: id,
    userId: 'u1',
    name: 'Ada',
    email: 'a@b.co',
    webWidgetKey: 'k',
  }
  const { answer } = await talkTo(service, 'zendesk', options)
  const [, header = '', claims = '', signature] = /"token":"([\w-]+)\.([\w-]+)\.([\w-]+)"/.exec(answer) ?? []
  expect(createHmac('sha256', secret).update(`${header}.${claims}`).digest('base64url')).toBe(signature)
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  expect(read(header)).toEqual({ alg: 'HS256', typ: 'JWT', kid: 'key-1' })
  const { iat, exp, ...rest } = read(claims)
  expect(rest).toEqual({ scope: 'user', external_id: 'u1', name: 'Ada', email: 'a@b.co', email_verified: 'true' })
  expect(exp - iat).toBe(3_600)
  expect(answer).not.toContain(secret)
})
