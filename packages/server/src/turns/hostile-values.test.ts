import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { documentOf, type TestFlow } from '@colloquy/blocks/testing'
import { catchMail } from '@colloquy/test-kit/mail-catcher'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatClient, plainText, textBubble } from '../testing/chat-client.js'
import { type TestService, testService } from '../testing/test-service.js'

/** Hostile values of visitors and authors in values and bodies, sent from outside. */

let service: TestService
let mail: Awaited<ReturnType<typeof catchMail>>
const chat = chatClient(() => service)
beforeAll(async () => {
  mail = await catchMail('a-password')
  service = await testService({
    SMTP_URL: `smtp://mira:a-password@127.0.0.1:${mail.port}`,
    MAIL_FROM: 'Bots <bots@example.com>',
  })
})
afterAll(async () => {
  await service.close()
  await mail.close()
})

const variables = [
  { id: 'vName', name: 'Name' },
  { id: 'vOut', name: 'Out' },
  { id: 'vKept', name: 'Kept', value: 'not for the result', isSessionVariable: true },
]
const ask = { id: 'ask', type: 'text input', options: { variableId: 'vName' } }

function publish(publicId: string, blocks: TestFlow['groups'][number]['blocks'], more: Partial<TestFlow> = {}) {
  const flow = { groups: [{ id: 'g', blocks }], edges: { start: 'g' }, variables, ...more }
  return service.publish({ publicId, ...documentOf(flow) })
}

async function said(publicId: string, message: string): Promise<string[]> {
  const { sessionId } = (await chat.start(publicId)).body
  return plainText((await chat.say(sessionId, message)).body)
}

test('an import with enableSafetyFlags marks scripts that run in the browser as unsafe', async () => {
  const code = (id: string, options: object = {}) => ({ id, type: 'Code', options: { content: 'x', ...options } })
  const set = (id: string, options: object = {}) => ({
    id,
    type: 'Set variable',
    options: { variableId: 'vOut', ...options },
  })
  const blocks = [
    code('c1'),
    code('c2', { isExecutedOnClient: false }),
    set('s1'),
    set('s2', { isExecutedOnClient: true }),
  ]
  const flow = { groups: [{ id: 'g', blocks }], edges: { start: 'g' }, variables }
  const file = { version: '6', name: 'Scripts', ...documentOf(flow) }
  const body = { workspaceId: service.workspaceId, bot: file }
  const marksOf = async (more: object) =>
    (await service.call('POST', '/api/v1/bots/import', { ...body, ...more })).body.bot.groups[0].blocks.map(
      (block: { options: { isUnsafe?: boolean } }) => block.options.isUnsafe,
    )
  expect(await marksOf({})).toEqual([undefined, undefined, undefined, undefined])
  expect(await marksOf({ enableSafetyFlags: true })).toEqual([true, false, false, true])
})

test('the body of a public request cannot replace the flow, bot, workspace or mode', async () => {
  const botId = await publish('own', [textBubble('b', 'The real one'), ask, textBubble('c', 'on')])
  const foreign = documentOf({
    groups: [{ id: 'x', blocks: [textBubble('y', 'Brought along')] }],
    edges: { start: 'x' },
  })
  const brought = {
    bot: { ...foreign, id: botId },
    flow: foreign,
    data: { groups: foreign.groups },
    ...foreign,
    workspaceId: 'other',
    isPreview: true,
    mode: 'preview',
    startFrom: { type: 'group', groupId: 'x' },
    sessionId: 'mine',
  }
  const start = await chat.start('own', brought)
  expect(plainText(start.body)).toEqual(['The real one'])
  expect(start.body.sessionId).not.toBe('mine')
  expect(start.body.bot.id).toBe(botId)
  const path = `/api/v1/sessions/${start.body.sessionId}/continueChat`
  const reply = await service.call('POST', path, { message: 'Ada', ...brought })
  expect(plainText(reply.body)).toEqual(['on'])
  expect((await chat.resultOf(botId, start.body.resultId)).isCompleted).toBe(true)
})

describe('a response mapping with a malicious path', () => {
  test.each([
    'data["__proto__"].polluted',
    'data.constructor.constructor("return process")()',
    `data${'.a'.repeat(10_000)}`,
    `data${'["a"]'.repeat(5_000)}`,
    '$..[?(@.constructor)]',
    'this.constructor.constructor("return process")().pid',
  ])('%# is not saved, and from a file it reads nothing and breaks nothing', async (bodyPath) => {
    const publicId = `mapping-${bodyPath.length}`
    const mapping = [{ id: 'm', variableId: 'vOut', bodyPath }]
    const call = {
      id: 'call',
      type: 'Webhook',
      options: { webhook: { url: 'https://example.com' }, isExecutedOnClient: true, responseVariableMapping: mapping },
    }
    const flow = {
      groups: [{ id: 'g', blocks: [call, textBubble('b', '[{{Out}}]')] }],
      edges: { start: 'g' },
      variables,
    }
    const { workspaceId } = service
    const made = await service.call('POST', '/api/v1/bots', { workspaceId, bot: documentOf(flow) })
    const path = 'bot.groups.0.blocks.0.options.responseVariableMapping.0.bodyPath'
    expect(made.body).toMatchObject({ code: 'invalid_flow', issues: [{ path }] })
    const file = { version: '6', name: 'From a file', ...documentOf(flow) }
    const { bot, warnings } = (await service.call('POST', '/api/v1/bots/import', { workspaceId, bot: file })).body
    expect(warnings).toMatchObject([{ path }])
    expect(
      (await service.call('PATCH', `/api/v1/bots/${bot.id}`, { bot: { publicId, ...documentOf(flow) } })).status,
    ).toBe(200)
    await service.call('POST', `/api/v1/bots/${bot.id}/publish`)
    const { sessionId } = (await chat.start(publicId)).body
    const response = JSON.stringify({ statusCode: 200, data: { name: 'x' } })
    const answer = await chat.say(sessionId, response)
    expect(plainText(answer.body)).toEqual(['[]'])
  })
})

describe('values of variables are data, never code', () => {
  test.each(['{{Kept}}', '{{=1 + 1=}}', '${1 + 1}', '<%= 1 %>', '"); setVariable("Out", "taken'])(
    '%s stays what the visitor wrote, in texts and in code',
    async (value) => {
      const set = {
        id: 's',
        type: 'Set variable',
        options: { variableId: 'vOut', expressionToEvaluate: '{{Name}} + "!"' },
      }
      const publicId = `value-${Buffer.from(value).toString('hex')}`
      await publish(publicId, [ask, set, textBubble('b', '{{Name}}|{{Out}}|{{={{Name}}=}}')])
      expect(await said(publicId, value)).toEqual([`${value}|${value}!|${value}`])
    },
  )
})

describe('names of variables are data, never code', () => {
  test.each(['a);process.exit(', 'constructor', '__proto__', '👋', 'x'.repeat(10_000), 'a"b'])(
    'name %# works in code and texts',
    async (name) => {
      const publicId = `name-${name.length}-${name.charCodeAt(0)}`
      const content = `setVariable(${JSON.stringify(name)}, {{${name}}} + '!')`
      const code = { id: 'code', type: 'Code', options: { content, isExecutedOnClient: false } }
      await publish(publicId, [ask, code, textBubble('b', `{{${name}}}`)], { variables: [{ id: 'vName', name }] })
      expect(await said(publicId, 'Ada')).toEqual(['Ada!'])
    },
  )
})

test('importing, reading, checking and publishing a flow runs none of its blocks', async () => {
  let calls = 0
  const canary = createServer((_, response) => {
    calls += 1
    response.end('{}')
  })
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/`
  const open = await testService({ EGRESS_ALLOW: new URL(url).host })
  const blocks = [
    { id: 'code', type: 'Code', options: { content: `await fetch('${url}')`, isExecutedOnClient: false } },
    { id: 'call', type: 'Webhook', options: { webhook: { url } } },
    { id: 'page', type: 'Code', options: { content: 'alert(1)', isUnsafe: true } },
  ]
  const bot = { version: '6', name: 'File', ...documentOf({ groups: [{ id: 'g', blocks }], edges: { start: 'g' } }) }
  const made = await open.call('POST', '/api/v1/bots/import', { workspaceId: open.workspaceId, bot })
  const path = `/api/v1/bots/${made.body.bot.id}`
  for (const [method, of] of [
    ['GET', ''],
    ['POST', '/publish'],
    ['GET', '/publishedBot'],
    ['GET', ''],
  ] as const)
    expect((await open.call(method, `${path}${of}`)).status).toBe(200)
  expect(calls).toBe(0)
  const preview = await open.call('POST', `${path}/preview/startChat`, {})
  expect(calls).toBe(2)
  expect(preview.body.clientSideActions).toMatchObject([{ scriptToExecute: { content: 'alert(1)', isUnsafe: true } }])
  await open.close()
  canary.close()
})

test('results omit variables that only the session keeps, and visitors see no log details', async () => {
  const failing = {
    id: 'code',
    type: 'Webhook',
    options: {
      webhook: { url: 'http://user:secret@10.0.0.1/{{Kept}}', headers: [{ id: 'h', key: 'X', value: 'token' }] },
    },
  }
  const botId = await publish('hidden', [ask, failing, textBubble('b', 'on')])
  const { sessionId, resultId } = (await chat.start('hidden')).body
  const answer = await chat.say(sessionId, 'Ada')
  expect(answer.body.logs).toEqual([{ status: 'error', description: expect.not.stringContaining('10.0.0.1') }])
  expect(JSON.stringify(await chat.resultOf(botId, resultId))).not.toContain('not for the result')
  const logs = JSON.stringify(await chat.logsOf(botId, resultId))
  expect(logs).toContain('10.0.0.1')
  expect(logs).not.toMatch(/user:secret|token/)
})

describe('an email attachment', () => {
  test.each(['/etc/passwd', 'file:///etc/passwd', '../../../etc/passwd', 'http://127.0.0.1:1/x', 'data:text/plain,x'])(
    'that the visitor names %s is not read',
    async (value) => {
      const options = { recipients: ['a@example.com'], subject: 'S', attachmentsVariableId: 'vName' }
      const publicId = `attached-${Buffer.from(value).toString('hex')}`
      const botId = await publish(publicId, [ask, { id: 'mail', type: 'Email', options }, textBubble('b', 'on')])
      const before = mail.caught.length
      const { sessionId, resultId } = (await chat.start(publicId)).body
      expect(plainText((await chat.say(sessionId, value)).body)).toEqual(['on'])
      expect(
        mail.caught
          .slice(before)
          .map(({ raw }) => raw)
          .join(''),
      ).not.toContain('root:')
      expect(JSON.stringify(await chat.logsOf(botId, resultId))).toContain('error')
    },
  )
})
