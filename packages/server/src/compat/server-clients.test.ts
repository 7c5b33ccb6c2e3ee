import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { group, textBubble } from '../testing/chat-client.js'
import { type CompatService, compatService } from '../testing/compat-service.js'
import { askingBot } from '../testing/test-service.js'

/** Requests of gateways, bridges, automations and agents made for Typebot, and what they read of the answers. */

let service: CompatService
beforeAll(async () => {
  service = await compatService()
})
afterAll(() => service.close())

/** Sends a request as a client with a token. */
const manage = (method: string, url: string, body?: unknown) => service.send(method, url, body, service.asOwner)
const typebots = '/api/v1/typebots'

describe('a gateway for messengers', () => {
  test('starts with nested values, takes the part of the session after the dash, and ends where no input comes', async () => {
    const groups = [
      group(
        'g1',
        textBubble('hello', 'Hi {{Name}}'),
        { id: 'wait', type: 'Wait', options: { secondsToWaitFor: '2' } },
        {
          id: 'pick',
          type: 'choice input',
          items: [
            { id: 'i1', content: 'Tea' },
            { id: 'i2', content: 'Coffee' },
          ],
        },
      ),
    ]
    await service.publish({ ...askingBot('gateway'), groups })
    const prefilledVariables = { Name: 'Ada', remoteJid: 'x@s.net', instance: { nested: [1, null, { a: true }] }, n: 7 }
    const { body } = await service.send('POST', `${typebots}/gateway/startChat`, { prefilledVariables })
    expect(body.messages[0].content).toMatchObject({
      plainText: 'Hi Ada',
      richText: [{ type: 'p', children: expect.any(Array) }],
    })
    expect(body.clientSideActions).toMatchObject([
      { type: 'wait', wait: { secondsToWaitFor: 2 }, lastBubbleBlockId: 'hello' },
    ])
    expect(body.input.items.map(({ content }: { content: string }) => content)).toEqual(['Tea', 'Coffee'])
    const remembered = `123456-${body.sessionId}`.split('-')[1]
    const reply = await service.send('POST', `/api/v1/sessions/${remembered}/continueChat`, { message: 'Tea' })
    expect(reply).toMatchObject({ status: 200, body: { messages: [] } })
    expect(reply.body.input).toBeUndefined()
    const late = await service.send('POST', `/api/v1/sessions/${remembered}/continueChat`, { message: 'Tea' })
    expect(late.status).toBe(404)
  })

  test('gets no result where the flow ends inside its start', async () => {
    await service.publish({ ...askingBot('ends'), groups: [group('g1', textBubble('t1', 'Done'))] })
    const there = (await service.send('POST', `${typebots}/ends/startChat`, {})).body
    expect(there).toMatchObject({ sessionId: expect.any(String) })
    expect(there).not.toHaveProperty('resultId')
    expect((await service.send('POST', '/api/v1/bots/ends/startChat', {})).body.resultId).toEqual(expect.any(String))
  })

  test('finds every mark of a text where it looks for it', async () => {
    const marked = { text: 'all', bold: true, italic: true, underline: true }
    const richText = [
      { type: 'p', children: [marked, { type: 'a', url: 'https://a.example', children: [{ text: 'link' }] }] },
      { type: 'ol', children: [{ type: 'li', children: [{ type: 'lic', children: [{ text: 'one' }] }] }] },
      {
        type: 'p',
        children: [{ type: 'inline-variable', children: [{ type: 'p', children: [{ text: '{{Name}}' }] }] }],
      },
    ]
    const groups = [group('g1', { id: 't', type: 'text', content: { richText } }, { id: 'a', type: 'text input' })]
    await service.publish({ ...askingBot('marks'), groups })
    const { body } = await service.send('POST', `${typebots}/marks/startChat`, {})
    const [first, second, third] = body.messages[0].content.richText
    expect(first.children[0]).toEqual(marked)
    expect(first.children[1]).toMatchObject({ url: 'https://a.example', children: [{ text: 'link' }] })
    expect(second).toMatchObject({
      type: 'ol',
      children: [{ type: 'li', children: [{ children: [{ text: 'one' }] }] }],
    })
    expect(third.children[0].children).toBeInstanceOf(Array)
  })
})

describe('a bridge to a helpdesk', () => {
  test.each([['[]'], ['{}'], [undefined]])('starts with the body %s', async (body) => {
    await service.publish(askingBot(`bridge-${String(body).length}-${body === '[]'}`))
    const path = `${typebots}/bridge-${String(body).length}-${body === '[]'}/startChat`
    const { status, body: answer } = await service.send('POST', path, body)
    expect(status).toBe(200)
    const path2 = `/api/v1/sessions/${answer.sessionId}/continueChat`
    expect((await service.send('POST', path2, { message: 'Hello' })).status).toBe(200)
  })
})

describe('an agent that manages bots', () => {
  test('creates, reads, updates, publishes, lists and deletes a bot in its own words', async () => {
    const { workspaceId } = service
    const made = await manage('POST', typebots, {
      workspaceId,
      description: 'x',
      typebot: { name: 'Made', description: 'x' },
    })
    expect(made).toMatchObject({
      status: 200,
      body: { typebot: { name: 'Made', version: '6', whatsAppCredentialsId: null } },
    })
    expect(made.body.bot).toBeUndefined()
    const { id } = made.body.typebot
    const read = await manage('GET', `${typebots}/${id}`)
    expect(read.body).toMatchObject({ typebot: { id }, currentUserMode: 'write' })
    const { version, updatedAt } = read.body.typebot
    const { groups, events, edges, variables } = askingBot('x')
    const typebot = { version, updatedAt, publicId: 'agent-bot', groups, variables, events, edges }
    const updated = await manage('PATCH', `${typebots}/${id}`, { typebot, overwrite: false })
    expect(updated.body.typebot).toMatchObject({ publicId: 'agent-bot', groups: [{ id: 'g1' }] })
    expect((await manage('POST', `${typebots}/${id}/publish`)).body).toEqual({ message: 'success' })
    const list = await manage('GET', `${typebots}?workspaceId=${workspaceId}`)
    const listed = list.body.typebots.find((it: { id: string }) => it.id === id)
    expect(listed).toMatchObject({ name: 'Made', publishedTypebotId: expect.any(String), accessRight: 'write' })
    expect(listed.publishedBotId).toBeUndefined()
    const published = await manage('GET', `${typebots}/${id}/publishedTypebot?migrateToLatestVersion=true`)
    expect(published.body).toMatchObject({ publishedTypebot: { typebotId: id, version: '6' } })
    expect(published.body.publishedTypebot.botId).toBeUndefined()
    expect((await manage('POST', `${typebots}/${id}/unpublish`)).body).toEqual({ message: 'success' })
    expect((await manage('GET', `${typebots}/${id}/publishedTypebot`)).body.publishedTypebot).toBeNull()
    expect((await manage('DELETE', `${typebots}/${id}`)).body).toEqual({ message: 'success' })
  })

  test('gets back a document in the spelling in which it sent it', async () => {
    const document = {
      version: '6',
      name: 'File',
      icon: null,
      folderId: null,
      ...askingBot('x'),
      selectedThemeTemplateId: 'typebot-dark',
      theme: {},
      settings: {
        whatsApp: { isEnabled: false, sessionExpiryTimeout: 4 },
        metadata: { googleTagManagerId: 'GTM-1' },
        general: { systemMessages: { whatsAppPictureChoiceSelectLabel: 'Pick' } },
      },
      groups: [group('g1', { id: 'link', type: 'Typebot link', options: { typebotId: 'current' } })],
    }
    const same = (bot: { settings: object; groups: unknown; selectedThemeTemplateId: unknown }) => {
      expect(bot.settings).toMatchObject(document.settings)
      expect(bot.groups).toEqual(document.groups)
      expect(bot.selectedThemeTemplateId).toBe('typebot-dark')
    }
    const { workspaceId } = service
    const imported = await manage('POST', `${typebots}/import`, { workspaceId, typebot: document })
    same(imported.body.typebot)
    expect(imported.body.warnings).toBeUndefined()
    const { publicId: _, ...rest } = document
    same((await manage('POST', typebots, { workspaceId, typebot: rest })).body.typebot)
    const { id } = imported.body.typebot
    const { settings, groups } = document
    same((await manage('PATCH', `${typebots}/${id}`, { typebot: { settings, groups } })).body.typebot)
    same((await manage('GET', `${typebots}/${id}`)).body.typebot)
    const own = (await service.call('GET', `/api/v1/bots/${id}`)).body.bot
    expect(own.groups[0].blocks[0]).toEqual({ id: 'link', type: 'Bot link', options: { botId: 'current' } })
    expect(JSON.stringify(own)).not.toMatch(/typebot|whatsApp|googleTag/)
  })

  test('may use our spelling at its address, too', async () => {
    const bot = { name: 'Ours', settings: { metadata: { tagManagerId: 'GTM-2' } } }
    const { body } = await manage('POST', typebots, { workspaceId: service.workspaceId, bot })
    expect(body.typebot).toMatchObject({ name: 'Ours', settings: { metadata: { googleTagManagerId: 'GTM-2' } } })
  })

  test('reads results page by page with cursors that are texts, and limits in digits', async () => {
    const botId = await service.publish(askingBot('paged', 1))
    for (const name of ['Ada', 'Bob']) {
      const { sessionId } = (await service.send('POST', `${typebots}/paged/startChat`, {})).body
      await service.send('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message: name })
    }
    const path = `${typebots}/${botId}/results`
    const query = 'limit=1&timeFilter=allTime&timeZone=Europe%2FBerlin'
    const first = await manage('GET', `${path}?${query}`)
    expect(first.body.results).toMatchObject([{ typebotId: botId, answers: [{ content: 'Bob' }] }])
    expect(first.body.nextCursor).toEqual(expect.any(String))
    const second = await manage('GET', `${path}?${query}&cursor=${first.body.nextCursor}`)
    expect(second.body).toMatchObject({ results: [{ answers: [{ content: 'Ada' }] }], nextCursor: null })
    const one = await manage('GET', `${path}/${first.body.results[0].id}`)
    expect(one.body.result).toEqual(first.body.results[0])
    expect((await manage('GET', `${path}/${first.body.results[0].id}/transcript`)).body.transcript).toBeInstanceOf(
      Array,
    )
    const deleted = await manage('DELETE', `${path}?resultIds=${first.body.results[0].id}`)
    expect(deleted.status).toBe(200)
    expect((await manage('GET', `${path}?timeFilter=allTime`)).body.results).toHaveLength(1)
    expect((await manage('GET', `${path}?limit=0`)).body).toMatchObject({ code: 'BAD_REQUEST', status: 400 })
  })

  test('tries a draft out', async () => {
    const { body } = await manage('POST', typebots, { workspaceId: service.workspaceId, typebot: askingBot('tried') })
    const started = await manage('POST', `${typebots}/${body.typebot.id}/preview/startChat`, {})
    expect(started.body).toMatchObject({ typebot: { id: body.typebot.id }, input: { id: 'in0' } })
    const next = await manage('POST', `/api/v1/sessions/${started.body.sessionId}/continueChat`, { message: 'Hi' })
    expect(next.body.input.id).toBe('in1')
  })
})

describe('errors', () => {
  test('say where something is wrong, in the words of the request, in both of the shapes', async () => {
    const typebot = { groups: [{ id: 'g', title: 1, graphCoordinates: { x: 0, y: 0 }, blocks: [] }] }
    const made = await manage('POST', typebots, { workspaceId: service.workspaceId, typebot })
    const issues = [{ code: 'custom', path: ['typebot', 'groups', 0, 'title'], message: expect.any(String) }]
    expect(made.status).toBe(400)
    expect(made.body).toMatchObject({ defined: true, code: 'BAD_REQUEST', status: 400, issues, data: { issues } })
    expect(made.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  test('401 and 404 are as elsewhere, with the same headers', async () => {
    const refused = await service.send('GET', `${typebots}/any/results`)
    expect(refused).toMatchObject({ status: 401, body: { defined: true, code: 'UNAUTHORIZED', status: 401 } })
    expect(refused.headers['www-authenticate']).toBe('Bearer')
    expect(await manage('GET', `${typebots}/any`)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(await manage('GET', `${typebots}/any/unknown`)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(await manage('PUT', `${typebots}/any`)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })

  test('409 is for an older copy alone; a public id that is taken is a bad request', async () => {
    const botId = await service.publish(askingBot('taken-id'))
    const other = await service.publish(askingBot('other-id'))
    const old = await manage('PATCH', `${typebots}/${botId}`, { typebot: { updatedAt: '2020-01-01T00:00:00.000Z' } })
    expect(old).toMatchObject({ status: 409, body: { defined: false, code: 'CONFLICT', status: 409 } })
    const overwritten = { typebot: { updatedAt: '2020-01-01T00:00:00.000Z' }, overwrite: true }
    expect((await manage('PATCH', `${typebots}/${botId}`, overwritten)).status).toBe(200)
    const taken = await manage('PATCH', `${typebots}/${other}`, { typebot: { publicId: 'taken-id' } })
    expect(taken).toMatchObject({ status: 400, body: { defined: true, code: 'BAD_REQUEST', status: 400 } })
  })

  test('bodies that cannot be read are refused like everywhere', async () => {
    const broken = await service.send('POST', `${typebots}/any/startChat`, '{"a":')
    expect(broken).toMatchObject({ status: 400, body: { defined: false, code: 'BAD_REQUEST' } })
    const headers = { 'content-type': 'text/plain' }
    expect((await service.send('POST', `${typebots}/any/startChat`, 'x', headers)).status).toBe(415)
    const large = { message: 'x'.repeat(1_000_001) }
    expect((await service.send('POST', `${typebots}/any/startChat`, large)).status).toBe(413)
  })
})

test('a bot in a list has a space, which is null', async () => {
  await service.publish(askingBot('no-space'))
  const listed = (path: string) => manage('GET', `${path}?workspaceId=${service.workspaceId}`)
  expect((await listed(typebots)).body.typebots[0]).toMatchObject({ spaceId: null })
  expect((await listed('/api/v1/bots')).body.bots[0]).not.toHaveProperty('spaceId')
})

test('a bot that is not open to everybody is 404 without a token, as if it did not exist', async () => {
  const botId = await service.publish(askingBot('hidden'))
  const hidden = await service.send('GET', `${typebots}/${botId}`)
  expect(hidden).toMatchObject({ status: 404, body: { code: 'NOT_FOUND', defined: true, status: 404 } })
  expect(hidden.headers['www-authenticate']).toBeUndefined()
  expect(await service.send('GET', `${typebots}/unknown`)).toMatchObject({ status: 404, body: hidden.body })
  expect((await service.send('GET', `/api/v1/bots/${botId}`)).status).toBe(401)
  expect((await service.send('GET', `${typebots}?workspaceId=${service.workspaceId}`)).status).toBe(401)
})

test('a list of results continues at an offset for clients that count results, and cuts their limit', async () => {
  const botId = await service.publish(askingBot('offsets', 2))
  for (const name of ['One', 'Two', 'Three']) {
    const { body } = await service.send('POST', `${typebots}/offsets/startChat`, {})
    await service.send('POST', `/api/v1/sessions/${body.sessionId}/continueChat`, { message: name })
  }
  const list = async (query: string) => {
    const { status, body } = await manage('GET', `${typebots}/${botId}/results?${query}`)
    const results: { answers: { content: string }[] }[] = body.results ?? []
    return { status, contents: results.map(({ answers }) => answers[0]?.content), nextCursor: body.nextCursor }
  }
  const first = { status: 200, contents: ['Three', 'Two'], nextCursor: 2 }
  expect(await list('limit=2&cursor=0')).toEqual(first)
  expect(await list('limit=2&cursor=')).toEqual(first)
  expect(await list('limit=2&cursor=2')).toEqual({ status: 200, contents: ['One'], nextCursor: null })
  expect(await list('cursor=7')).toEqual({ status: 200, contents: [], nextCursor: null })
  expect(await list('limit=500')).toMatchObject({ status: 200, contents: ['Three', 'Two', 'One'], nextCursor: null })
  const { nextCursor } = await list('limit=2')
  expect(nextCursor).toEqual(expect.any(String))
  expect(await list(`cursor=${nextCursor}`)).toMatchObject({ contents: ['One'], nextCursor: null })
  for (const query of ['cursor=-1', 'cursor=99999999999999999', 'cursor=1&timeFilter=x', 'cursor=1&timeZone=x'])
    expect((await list(query)).status, query).toBe(400)
  const stranger = { authorization: `Bearer ${service.strangerToken}` }
  for (const cursor of [0, 2, 7])
    expect(
      await service.send('GET', `${typebots}/${botId}/results?cursor=${cursor}`, undefined, stranger),
    ).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  for (const query of ['cursor=0', 'limit=101'])
    expect((await manage('GET', `/api/v1/bots/${botId}/results?${query}`)).status, query).toBe(400)
})

test.each(['query', 'body'])(
  'folders, theme templates and domains are deleted with the workspace in the %s',
  async (address) => {
    const { workspaceId } = service
    const domain = `${address}.example.com`
    const folder = await manage('POST', '/api/v1/folders', { workspaceId, folderName: address })
    await manage('PUT', `/api/v1/themeTemplates/${address}`, { workspaceId, name: address, theme: {} })
    await manage('POST', '/api/v1/custom-domains', { workspaceId, name: domain })
    const paths = [`folders/${folder.body.folder.id}`, `themeTemplates/${address}`, `custom-domains/${domain}`]
    for (const path of paths) {
      const unnamed = await manage('DELETE', `/api/v1/${path}`, {})
      expect(unnamed, path).toMatchObject({ status: 400, body: { issues: [{ path: 'workspaceId' }] } })
      const remove = () =>
        address === 'body'
          ? manage('DELETE', `/api/v1/${path}`, { workspaceId })
          : manage('DELETE', `/api/v1/${path}?workspaceId=${workspaceId}`)
      expect((await remove()).status, path).toBe(200)
      expect((await remove()).status, path).toBe(404)
    }
  },
)

describe('an automation that subscribes to a block', () => {
  const hook = { id: 'zap', type: 'Zapier', options: {} }
  const listener = { id: 'plain', type: 'Webhook', options: { webhook: { url: 'https://a.example', method: 'GET' } } }

  test('finds itself, its bots and their blocks, and comes and goes', async () => {
    const bot = askingBot('subscribed', 1)
    const { blocks } = bot.groups[0] as { blocks: object[] }
    blocks.push(hook, listener)
    const botId = await service.publish(bot)
    expect((await manage('GET', '/api/users/me')).body).toMatchObject({ id: expect.any(String), email: null })
    const bots = (await manage('GET', '/api/typebots')).body.typebots
    expect(bots.find(({ id }: { id: string }) => id === botId)).toEqual({
      id: botId,
      name: expect.any(String),
      publishedTypebotId: expect.any(String),
    })
    const old = `/api/typebots/${botId}`
    const list = [
      { id: 'zap', blockId: 'g1', name: 'G > zap' },
      { id: 'plain', blockId: 'g1', name: 'G > plain' },
    ]
    expect((await manage('GET', `${old}/webhookSteps`)).body).toEqual({ steps: list })
    expect((await manage('GET', `${old}/webhookBlocks`)).body).toEqual({ blocks: list })
    const url = 'https://hooks.example/1'
    const subscribed = await manage('POST', `${old}/blocks/g1/steps/zap/subscribeWebhook`, { url })
    expect(subscribed.body).toMatchObject({ message: 'success' })
    const urlNow = async () => (await manage('GET', `${typebots}/${botId}/webhookBlocks`)).body.webhookBlocks[0].url
    expect(await urlNow()).toBe(url)
    expect((await manage('GET', `${old}/blocks/zap/sampleResult`)).body).toMatchObject({ Name: 'Some text' })
    expect((await manage('POST', `${old}/blocks/zap/unsubscribeWebhook`)).body).toMatchObject({ message: 'success' })
    expect(await urlNow()).toBeUndefined()
    const newer = `${typebots}/${botId}/webhookBlocks/zap`
    expect((await manage('POST', `${newer}/subscribe`, { url })).body).toEqual({ id: 'zap', url })
    expect((await manage('GET', `${newer}/getResultExample`)).body.resultExample).toMatchObject({ Name: 'Some text' })
    expect((await manage('POST', `${newer}/unsubscribe`)).body).toEqual({ id: 'zap', url: null })
  })

  test('gets no list without a token, and none of other people’s bots', async () => {
    expect((await service.send('GET', '/api/typebots')).status).toBe(401)
    const stranger = { authorization: `Bearer ${service.strangerToken}` }
    expect((await service.send('GET', '/api/typebots', undefined, stranger)).body).toEqual({ typebots: [] })
  })
})

test('the health of the service can be asked for where these clients ask', async () => {
  expect(await service.send('GET', '/api/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
})

test('errors that are found before an operation runs have the format that these clients know, and pages can read them', async () => {
  const origin = 'https://page.example'
  for (const [path, headers, code] of [
    [`${typebots}/some/startChat`, { 'content-type': 'text/plain' }, 'UNSUPPORTED_MEDIA_TYPE'],
    ['/api/v1/sendMessage', { 'content-type': 'text/plain' }, 'UNSUPPORTED_MEDIA_TYPE'],
    [`${typebots}/%E0%A4%A/startChat`, {}, 'BAD_REQUEST'],
  ] as const) {
    const answer = await service.send('POST', path, {}, { origin, ...headers })
    expect(answer.headers['access-control-allow-origin'], path).toBe(origin)
    expect(answer.body.code, path).toBe(code)
  }
  expect((await manage('PUT', `${typebots}/some`)).body).toMatchObject({ code: 'NOT_FOUND', status: 404 })
})

test('a gateway finds "Session not found" in the error of a conversation that has ended, and starts again', async () => {
  await service.publish(askingBot('ending', 1))
  const { sessionId } = (await service.send('POST', `${typebots}/ending/startChat`, {})).body
  const path = `/api/v1/sessions/${sessionId}/continueChat`
  await service.send('POST', path, { message: 'Ada' })
  const { body } = await service.send('POST', path, { message: 'once more' })
  expect(body).toMatchObject({ status: 404, message: expect.stringMatching(/^Session not found/) })
})

test('an agent that lists invoices gets none, with its token', async () => {
  const path = `/api/v1/billing/invoices?workspaceId=${service.workspaceId}`
  expect((await manage('GET', path)).body).toEqual({ invoices: [] })
  expect((await service.send('GET', path)).status).toBe(401)
})
