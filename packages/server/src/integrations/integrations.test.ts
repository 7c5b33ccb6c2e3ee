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
import { type Fault, type StandIn, standIn } from '@colloquy/test-kit/providers/stand-in'
import { readQrCode } from '@colloquy/test-kit/read-qr-code'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serviceBot, talkTo } from '../testing/service-bot.js'
import { type TestService, testService } from '../testing/test-service.js'

let service: TestService
let otherWorkspaceId: string
/** A host that no credentials are for, open to flows and to the operator's services. */
let elsewhere: StandIn
const standIns: Record<string, StandIn> = {}
let credentials: Record<string, string>
/** Only the first one has a note. */
const rows = Array.from({ length: 2_500 }, (_, index) => ({
  Id: index + 1,
  Name: `Name ${index + 1}`,
  ...(index === 0 && { Note: 'x' }),
}))

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
  elsewhere = await standIn(() => ({ json: {} }))
  ;({ service, credentials } = await openService())
  otherWorkspaceId = (await service.call('POST', '/api/v1/workspaces', { name: 'Other' })).body.workspace.id
})
afterAll(async () => {
  await service.close()
  await Promise.all([elsewhere, ...Object.values(standIns)].map((it) => it.close()))
})

/** A service that knows the stand-ins, and credentials for each. */
async function openService(more: Record<string, string> = {}) {
  const given = ['posthog', 'dify-ai', 'nocodb'].map((type) => standIns[type]!.entry)
  const service = await testService({
    ELEVENLABS_API_URL: standIns.elevenlabs!.url,
    CHATNODE_API_URL: standIns['chat-node']!.url,
    SEGMENT_API_URL: standIns.segment!.url,
    BLINK_API_URL: standIns.blink!.url,
    EGRESS_ALLOW: [...given, elsewhere.entry].join(),
    ...more,
  })
  const credentials: Record<string, string> = {}
  for (const [type, one] of Object.entries(dataFor())) credentials[type] = await service.addCredentials(type, one)
  return { service, credentials }
}

/** Fields of credentials for each service. */
function dataFor(): Record<string, object> {
  return {
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
    zendesk: { conversationsKeyId: 'key-1', conversationsSecretKey: 'planted-zendesk-signing-key' },
  }
}

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
/** The field with the address of services that authors may host themselves. */
const addressFields: Record<string, string> = { posthog: 'host', 'dify-ai': 'apiEndpoint', nocodb: 'baseUrl' }
/** Makes no call. */
blocks.zendesk = { action: 'Open Web Widget', userId: '{{Text}}', webWidgetKey: 'k' }
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
    ['an answer of 50 MB', { body: Buffer.alloc(50_000_000, 32) }],
    ['a connection that is closed at once', 'reset'],
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

test('calls that hang are given up in the time of a turn: their connections are closed, and the flow continues with a log', async () => {
  const hasty = await openService({ COLLOQUY_LIMITS: '{"turnTotalMilliseconds":1000}' })
  for (const one of Object.values(standIns)) one.failWith('hang')
  try {
    const talks = types.map(async (type) => {
      const options = { credentialsId: hasty.credentials[type], ...blocks[type] }
      const { said, logs } = await talkTo(hasty.service, type, options)
      return { type, said, logs }
    })
    for (const { type, said, logs } of await Promise.all(talks))
      expect({ type, said, logs }).toEqual({
        type,
        said: 'before',
        logs: [expect.objectContaining({ status: 'error' })],
      })
    for (const [type, { streams }] of Object.entries(standIns))
      await expect.poll(() => streams.waiting, { timeout: 10_000, message: type }).toBe(0)
  } finally {
    for (const one of Object.values(standIns)) one.failWith(undefined)
    await hasty.service.close()
  }
})

test('services that refuse connections leave a log each, and the flow continues', async () => {
  const closed = '127.0.0.1:9'
  const url = `http://${closed}`
  const gone = await testService({
    ...Object.fromEntries(['ELEVENLABS', 'CHATNODE', 'SEGMENT', 'BLINK'].map((name) => [`${name}_API_URL`, url])),
    EGRESS_ALLOW: closed,
    COLLOQUY_LIMITS: '{"turnTotalMilliseconds":2000}',
  })
  const talks = types.map(async (type) => {
    const data = { ...dataFor()[type], ...(type in addressFields && { [addressFields[type]!]: url }) }
    const options = { ...blocks[type], credentialsId: await gone.addCredentials(type, data) }
    const { said, logs } = await talkTo(gone, type, options)
    return { type, said, logs }
  })
  for (const { type, said, logs } of await Promise.all(talks))
    expect({ type, said, logs }).toMatchObject({ type, said: 'before', logs: [{ status: 'error' }] })
  await gone.close()
})

test.each(types)('a key that %s repeats in its error is not in the log', async (type) => {
  standIns[type]!.failWith({ status: 403, json: { error: { message: `Not with ${keysOf[type]}` } } })
  const { logs } = await talk(type).finally(() => standIns[type]!.failWith(undefined))
  expect(logs).toMatchObject([{ description: expect.stringContaining('Not with •••') }])
  expect(JSON.stringify(logs)).not.toContain(keysOf[type])
})

test('a recording is a file of the conversation, stays with its result, and goes with it', async () => {
  const { said, botId } = await talk('elevenlabs')
  const path = new URL(said).pathname
  const file = await service.call('GET', path)
  expect(file.headers['content-type']).toBe('audio/mpeg')
  expect(file.text).toBe(recording.toString())
  const [, id = ''] = /files\/(\w+)\.mp3/.exec(said) ?? []
  expect(await service.storage.uploads.find(id)).toMatchObject({ state: 'stored', isKept: true, visibility: 'public' })
  const { results } = (await service.call('GET', `/api/v1/bots/${botId}/results`)).body
  await service.call('DELETE', `/api/v1/bots/${botId}/results?resultIds=${results[0].id}`)
  await expect.poll(async () => (await service.call('GET', path)).status).toBe(404)
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

describe('ElevenLabs', () => {
  test('gets the text and the model', async () => {
    await talk('elevenlabs', 'Hello', { modelId: 'm1' })
    expect(standIns.elevenlabs!.received.at(-1)).toMatchObject({
      method: 'POST',
      path: '/v1/text-to-speech/v1',
      headers: { accept: 'audio/mpeg' },
      json: { text: 'Hello', model_id: 'm1' },
    })
  })

  test.each<[string, object, Fault | undefined, string]>([
    ['one error', { voiceId: 'v9' }, undefined, 'No such voice'],
    ['a list of errors', {}, { status: 422, json: { detail: [{ msg: 'field required' }] } }, 'field required'],
    ['a page', {}, { status: 200, body: '<html>Oops</html>' }, 'not a file of the type audio/mpeg'],
  ])('may answer with %s in place of a recording, and the log says so', async (_, more, fault, message) => {
    standIns.elevenlabs!.failWith(fault)
    const { said, logs } = await talk('elevenlabs', 'Hello', more).finally(() =>
      standIns.elevenlabs!.failWith(undefined),
    )
    expect(said).toBe('before')
    expect(logs).toMatchObject([{ status: 'error', description: expect.stringContaining(message) }])
  })
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

  test.each([...types, 'zendesk'])('of another workspace are as if missing: %s', async (type) => {
    const { body } = await service.call('POST', '/api/v1/credentials', {
      workspaceId: otherWorkspaceId,
      credentials: { type, name: 'Theirs', data: dataFor()[type] },
    })
    const before = standIns[type]?.received.length
    const { said, logs, answer } = await talk(type, 'Hello', { credentialsId: body.credentialsId })
    expect({ said, logs }).toMatchObject({
      said: 'before',
      logs: [{ status: 'error', description: expect.stringContaining('credentials') }],
    })
    expect(standIns[type]?.received.length).toBe(before)
    expect(answer).not.toMatch(/"token":"\w+/)
  })

  test.each(types)('of %s go to the host of the service alone, which no redirect leaves', async (type) => {
    elsewhere.received.length = 0
    for (const status of [302, 307]) {
      standIns[type]!.failWith({ status, headers: { location: `${elsewhere.url}/v1` } })
      const { said, logs } = await talk(type).finally(() => standIns[type]!.failWith(undefined))
      expect(said).toBe('before')
      expect(logs).toMatchObject([{ status: 'error', description: expect.stringContaining('redirects to') }])
    }
    expect(elsewhere.received).toEqual([])
  })
})

describe('an address in credentials', () => {
  test.each(
    Object.entries(addressFields).flatMap(([type, field]) =>
      ['http://10.0.0.5', 'https://192.168.0.5', 'http://127.0.0.1:9'].map((address) => [type, field, address]),
    ),
  )('of %s that is private is not called: %s %s', async (type, field, address) => {
    const data = { ...dataFor()[type], [field]: address }
    const credentialsId = await service.addCredentials(type, data, { name: address })
    const { said, logs } = await talk(type, 'Hello', { credentialsId })
    expect(said).toBe('before')
    expect(logs).toMatchObject([
      { status: 'error', description: expect.stringMatching(/private address|not open to flows/) },
    ])
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

describe('Blink', () => {
  test('finds a person', async () => {
    const filter = { type: 'User ID', userId: 'u1' }
    const found = await talk('blink', 'Hello', { action: 'Get Users', filter, responseMapping: mapped('Emails') })
    expect(found).toMatchObject({ said: 'ada@example.com', logs: [] })
  })

  test('gets name, type and size of an attachment from its headers, without its content', async () => {
    const files = standIns.posthog!
    const headers = { 'content-type': 'application/pdf; x=1', 'content-length': '12345' }
    files.failWith({ headers: { ...headers, 'content-disposition': 'attachment; filename="Plan 2026.pdf"' } })
    const url = `${files.url}/files/7`
    const sections = [{ type: 'Attachment', url: '{{Text}}' }]
    const { logs } = await talk('blink', url, { sections }).finally(() => files.failWith(undefined))
    expect(logs).toEqual([])
    expect(files.received.at(-1)).toMatchObject({ method: 'HEAD', path: '/files/7' })
    expect(standIns.blink!.received.at(-1)?.json.body.sections).toEqual([
      {
        type: 'attachment',
        file_name: 'Plan 2026.pdf',
        file_ext: 'pdf',
        file_size: 12345,
        download_url: url,
        open_url: url,
      },
    ])
  })
})

describe('NocoDB', () => {
  test('finds nothing more for a value that looks like a filter', async () => {
    expect((await talk('nocodb', ')~or(Id,gt,0')).said).toBe('before')
  })

  const find = (comparison: object, more: object = {}) =>
    talk('nocodb', 'Hello', { filter: { comparisons: [{ input: 'Name', ...comparison }] }, ...more })

  test.each([
    [{ operator: 'Equal to', value: 'Name 7' }, '7'],
    [{ operator: 'Contains', value: 'ame 2500' }, '2500'],
    [{ operator: 'Starts with', value: 'Name 2499' }, '2499'],
    [{ operator: 'Ends with', value: 'e 2498' }, '2498'],
    [{ input: 'Id', operator: 'Less than', value: '2' }, '1'],
    [{ input: 'Id', operator: 'Greater than', value: '2499' }, '2500'],
    [{ operator: 'Not equal', value: 'Name 1' }, '2'],
    [{ input: 'Note', operator: 'Is empty' }, '2'],
    [{ input: 'Note', operator: 'Is set' }, '1'],
    [{ input: 'Nothing', operator: 'Is set' }, 'before'],
  ])('finds the first record by %j', async (comparison, expected) => {
    expect((await find(comparison, { returnType: 'First' })).said).toBe(expected)
  })

  test('joins comparisons by AND, or by OR', async () => {
    const comparisons = ['Name 7', 'Name 8'].map((value) => ({ input: 'Name', operator: 'Equal to', value }))
    expect((await talk('nocodb', 'Hello', { filter: { comparisons } })).said).toBe('before')
    const either = { filter: { joiner: 'OR', comparisons }, returnType: 'Last' }
    expect((await talk('nocodb', 'Hello', either)).said).toBe('8')
  })

  test.each([
    ['First', /^1$/],
    ['Last', /^2500$/],
    ['Random', /^\d+$/],
  ])('returns the %s of 2,500 records', async (returnType, expected) => {
    expect((await find({ operator: 'Contains', value: 'Name' }, { returnType })).said).toMatch(expected)
  })

  test('looks for a random record among all that match, not in the first page alone', async () => {
    const before = standIns.nocodb!.received.length
    for (let time = 0; time < 20; time++) await find({ operator: 'Contains', value: 'Name' }, { returnType: 'Random' })
    const offsets = standIns.nocodb!.received.slice(before).map(({ query }) => Number(query.offset ?? 0))
    expect(Math.max(...offsets)).toBeGreaterThan(1_000)
  })

  test('creates and changes a record with its links', async () => {
    const nocodb = standIns.nocodb as Awaited<ReturnType<typeof nocodbStandIn>>
    const fields = [
      { key: 'Name', value: 'Grace' },
      { key: 'Tags', value: '[3, 4]' },
    ]
    expect((await talk('nocodb', 'Hello', { action: 'Create Record', fields })).logs).toEqual([])
    const { Id } = nocodb.rows.at(-1)!
    expect(nocodb.rows.at(-1)).toEqual({ Id, Name: 'Grace' })
    const filter = { comparisons: [{ input: 'Name', operator: 'Equal to', value: 'Grace' }] }
    const updates = [
      { fieldName: 'Name', value: 'Grace H.' },
      { fieldName: 'Tags', value: '5' },
    ]
    expect((await talk('nocodb', 'Hello', { action: 'Update Existing Record', filter, updates })).logs).toEqual([])
    expect(nocodb.rows.at(-1)).toEqual({ Id, Name: 'Grace H.' })
    expect(nocodb.links).toEqual([
      { columnId: 'c1', recordId: `${Id}`, ids: [3, 4] },
      { columnId: 'c1', recordId: `${Id}`, ids: [5] },
    ])
    nocodb.rows.pop()
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
