import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { chatClient, greetingBot, group, plainText, textBubble } from '../testing/chat-client.js'
import { type TestService, testService } from '../testing/test-service.js'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const { start, preview, say, resultOf } = chatClient(() => service)

describe('a start', () => {
  test('fills variables by their names, and takes no notice of others', async () => {
    const botId = await service.publish(greetingBot('prefilled'))
    const prefilledVariables = { Name: 'Ada', Unknown: 'x', __proto__: 'x', constructor: 'x' }
    const { body } = await start('prefilled', { prefilledVariables })
    expect(plainText(body)).toEqual(['Hi Ada'])
    expect(body.input.prefilledValue).toBe('Ada')
    expect((await resultOf(botId, body.resultId)).variables).toEqual([{ id: 'v1', name: 'Name', value: 'Ada' }])
    for (const Name of [7, true, null, ['a', 'b'], { a: 1 }]) {
      expect((await start('prefilled', { prefilledVariables: { Name } })).status).toBe(200)
    }
    expect((await start('prefilled', { prefilledVariables: ['Ada'] })).status).toBe(400)
  })

  test('that only registers runs nothing until the first reply', async () => {
    const botId = await service.publish(greetingBot('registers'))
    const { body } = await start('registers', { isOnlyRegistering: true, prefilledVariables: { Name: 'Ada' } })
    expect(body.messages).toEqual([])
    expect(Object.keys(body).toSorted()).toEqual(['bot', 'messages', 'sessionId'])
    expect(body.bot.publishedAt).toBeUndefined()
    const listed = await service.call('GET', `/api/v1/bots/${botId}/results?timeFilter=allTime`)
    expect(listed.body.results).toEqual([])
    const first = await say(body.sessionId, undefined)
    expect(plainText(first.body)).toEqual(['Hi Ada'])
    expect((await say(body.sessionId, 'Ada')).status).toBe(200)
    const after = await service.call('GET', `/api/v1/bots/${botId}/results?timeFilter=allTime`)
    expect(after.body.results).toHaveLength(1)
  })

  test('writes text as markdown when asked to, and so do replies', async () => {
    await service.publish(greetingBot('markdown'))
    const options = { textBubbleContentFormat: 'markdown', prefilledVariables: { Name: 'Ada' } }
    const { body } = await start('markdown', options)
    expect(body.messages[0].content).toEqual({ type: 'markdown', markdown: 'Hi Ada', plainText: 'Hi Ada' })
    const path = `/api/v1/sessions/${body.sessionId}/continueChat`
    const message = { type: 'command', command: 'help' }
    const help = await service.call('POST', path, { message, textBubbleContentFormat: 'markdown' })
    expect(help.body.messages[0].content).toMatchObject({ type: 'markdown', markdown: 'Here is help' })
    expect((await start('markdown', { textBubbleContentFormat: 'html' })).status).toBe(400)
  })

  test('takes a client that can stream', async () => {
    await service.publish(greetingBot('streams'))
    expect((await start('streams', { isStreamEnabled: true })).body.input.id).toBe('in1')
    expect((await start('streams', { isStreamEnabled: 'yes' })).status).toBe(400)
  })

  test('answers the first input with its message when nothing is shown before it', async () => {
    const bot = greetingBot('answered')
    bot.groups[0] = group(
      'g1',
      { id: 'in1', type: 'text input', options: { variableId: 'v1' } },
      textBubble('t1', 'Hi {{Name}}'),
    )
    const botId = await service.publish(bot)
    const { body } = await start('answered', { message: 'Ada' })
    expect(plainText(body)).toEqual(['Hi Ada'])
    const { results } = (await service.call('GET', `/api/v1/bots/${botId}/results`)).body
    expect(results[0]).toMatchObject({ hasStarted: true, isCompleted: true, answers: [{ content: 'Ada' }] })
  })

  test('of a public id in another case is of another bot', async () => {
    await service.publish(greetingBot('cased'))
    expect((await start('Cased')).body.code).toBe('bot_not_found')
  })

  test.each([
    { message: 7 },
    { message: null },
    { message: { type: 'text' } },
    { isOnlyRegistering: 'x' },
    'text',
    7,
    [1],
  ])('with body %j is refused', async (body) => {
    const publicId = `refused-${newId()}`
    await service.publish(greetingBot(publicId))
    expect((await start(publicId, JSON.stringify(body))).body.code).toBe('invalid_request')
  })

  test('never runs a flow that is sent along', async () => {
    const botId = await service.publish(greetingBot('own-flow'))
    const other = { ...greetingBot('x'), groups: [group('g1', textBubble('t9', 'Injected'))] }
    const body = { bot: other, flow: other, data: other, workspaceId: 'x', isPreview: true }
    expect(plainText((await start('own-flow', body)).body)).toEqual(['Hi '])
    expect(plainText((await preview(botId, body)).body)).toEqual(['Hi '])
  })
})

describe('what a page gets injected', () => {
  const metadata = {
    customHeadCode: 'stray <meta name="a" content="b"><!-- note --><style>.x{y:z}.lite-badge{display:none}</style>',
    tagManagerId: 'GTM-1',
  }

  test('comes first in a live start, cleaned of text and of rules for a badge that is not here', async () => {
    const botId = await service.publish(greetingBot('injects', { metadata }))
    const startPropsToInject = {
      customHeadCode: '<meta name="a" content="b">\n<style>.x{y:z}</style>',
      gtmId: 'GTM-1',
    }
    const { body } = await start('injects')
    expect(body.clientSideActions).toEqual([{ type: 'startPropsToInject', startPropsToInject }])
    expect(body.bot.settings.metadata).toBeUndefined()
    const shown = (await preview(botId)).body
    expect(shown.clientSideActions).toBeUndefined()
    expect(shown.logs[0].description).toMatch(/Custom head code, Google Tag Manager/)
  })

  test('is nothing when there is nothing', async () => {
    await service.publish(greetingBot('injects-nothing'))
    expect((await start('injects-nothing')).body.clientSideActions).toBeUndefined()
  })

  test('styles lose such rules, too', async () => {
    const theme = { customCss: '.x{y:z}\n#lite-badge{display:none}' }
    await service.publish({ ...greetingBot('styled'), theme })
    expect((await start('styled')).body.bot.theme.customCss).toBe('.x{y:z}')
  })
})
