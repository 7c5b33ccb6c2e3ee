import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { chatClient, greetingBot, group, plainText, textBubble } from '../testing/chat-client.js'
import { type TestService, testService } from '../testing/test-service.js'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const { start, preview, say } = chatClient(() => service)

describe('a preview', () => {
  test('shows the draft, and leaves no result', async () => {
    const botId = await service.publish(greetingBot('draft'))
    await service.call('PATCH', `/api/v1/bots/${botId}`, {
      bot: { groups: [group('g1', textBubble('t1', 'Changed'))] },
    })
    expect(plainText((await preview(botId)).body)).toEqual(['Changed'])
    expect(plainText((await start('draft')).body)).toEqual(['Hi '])
    const { body } = await preview(botId)
    expect(body.resultId).toBeUndefined()
    expect((await service.call('GET', `/api/v1/bots/${botId}/results?timeFilter=allTime`)).body.results).toEqual([])
  })

  test('begins at a group or an event', async () => {
    const botId = await service.publish(greetingBot('from'))
    const byGroup = await preview(botId, { startFrom: { type: 'group', groupId: 'g2' } })
    const byEvent = await preview(botId, { startFrom: { type: 'event', eventId: 'e2' } })
    for (const { body } of [byGroup, byEvent]) {
      expect(plainText(body)).toEqual(['Here is help'])
      expect(body.input.id).toBe('in2')
    }
    expect((await preview(botId, { startFrom: { type: 'block', blockId: 'in2' } })).body.code).toBe('invalid_request')
  })

  test('takes the session id that it is given, again and again', async () => {
    const botId = await service.publish(greetingBot('given'))
    const sessionId = newId()
    for (const Name of ['Ada', 'Grace']) {
      const { body } = await preview(botId, { sessionId, prefilledVariables: { Name } })
      expect(body.sessionId).toBe(sessionId)
      expect(plainText(body)).toEqual([`Hi ${Name}`])
    }
    expect((await say(sessionId, 'Alan')).status).toBe(200)
  })

  test('takes no session id of somebody else, and none of another form', async () => {
    const botId = await service.publish(greetingBot('takes'))
    const other = await service.publish(greetingBot('takes-other'))
    const live = (await start('takes')).body.sessionId
    const foreign = (await preview(other)).body.sessionId
    for (const sessionId of [live, foreign, '', ' ', '../x', 'x'.repeat(10_000), '__proto__']) {
      const { body } = await preview(botId, { sessionId })
      expect(body.sessionId).toMatch(/^[a-z][a-z0-9]{29}$/)
      expect(body.sessionId).not.toBe(sessionId)
    }
    expect(await service.storage.sessions.turns(live)).toHaveLength(1)
    expect(await service.storage.sessions.turns(foreign)).toHaveLength(1)
    for (const sessionId of [0, null, [], {}]) expect((await preview(botId, { sessionId })).status).toBe(400)
  })

  test('shows progress when asked to', async () => {
    const botId = await service.publish(greetingBot('progress'))
    expect((await preview(botId, { isProgressBarEnabled: true })).body.progress).toBe(50)
    expect((await preview(botId)).body.progress).toBeUndefined()
  })

  test('is open to closed bots, and checks no origin', async () => {
    const settings = { security: { allowedOrigins: ['https://good.example'] } }
    const botId = await service.publish(greetingBot('closed-preview', settings))
    await service.call('PATCH', `/api/v1/bots/${botId}`, { bot: { isClosed: true } })
    const headers = { origin: 'https://evil.example' }
    const { status, body } = await service.call('POST', `/api/v1/bots/${botId}/preview/startChat`, {}, headers)
    expect(status).toBe(200)
    expect((await say(body.sessionId, 'Ada', headers)).status).toBe(200)
  })

  test('shows its author its position, and accepts other values for its variables', async () => {
    const botId = await service.publish(greetingBot('inspected'))
    const { sessionId } = (await preview(botId)).body
    const path = `/api/v1/bots/${botId}/preview/sessions/${sessionId}`
    const [variable] = greetingBot('').variables
    const before = (await service.call('GET', path)).body.preview
    expect(before.blockId).toBe('in1')
    expect(before.variables).toContainEqual({ id: 'v1', name: variable!.name, value: null })
    const { body } = await service.call('PATCH', `${path}/variables`, { variables: { v1: 'Grace', unknown: 'x' } })
    expect(body.preview.variables).toContainEqual({ id: 'v1', name: variable!.name, value: 'Grace' })
    expect((await service.call('GET', path)).body).toEqual(body)
    expect((await say(sessionId, 'Ada')).status).toBe(200)
    expect((await service.call('GET', path)).body.preview.variables).toContainEqual(
      expect.objectContaining({ id: 'v1', value: 'Ada' }),
    )
  })

  test('shows a change of the draft at its next turn, without a restart', async () => {
    const botId = await service.publish(greetingBot('followed'))
    const { sessionId } = (await preview(botId)).body
    const input = { id: 'in1', type: 'text input', options: { variableId: 'v1' } }
    await service.call('PATCH', `/api/v1/bots/${botId}`, {
      bot: { groups: [group('g1', input, textBubble('new', 'Changed for {{Name}}'))] },
    })
    expect(plainText((await say(sessionId, 'Ada')).body)).toEqual(['Changed for Ada'])
  })

  describe('with breakpoints', () => {
    const waits = [expect.objectContaining({ type: 'wait', expectsDedicatedReply: true })]
    const breakpointsOf =
      (botId: string, sessionId: string) =>
      (blockIds: string[], more: object = {}) =>
        service.call('PUT', `/api/v1/bots/${botId}/preview/sessions/${sessionId}/breakpoints`, {
          blocks: blockIds.map((blockId) => ({ botId, blockId })),
          ...more,
        })

    test('stops before a block from its first turn on, until it gets the command to continue', async () => {
      const botId = await service.publish(greetingBot('stopped'))
      const sessionId = newId()
      const put = breakpointsOf(botId, sessionId)
      expect((await put(['in1'])).body.preview).toMatchObject({ blockId: null, isStopped: false })
      const { body } = await preview(botId, { sessionId })
      expect(body.sessionId).toBe(sessionId)
      expect([plainText(body), body.input, body.clientSideActions]).toEqual([['Hi '], undefined, waits])
      const path = `/api/v1/bots/${botId}/preview/sessions/${sessionId}`
      expect((await service.call('GET', path)).body.preview).toMatchObject({ blockId: 'in1', isStopped: true })
      await service.call('PATCH', `${path}/variables`, { variables: { v1: 'Grace' } })
      const on = (await service.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, {})).body
      expect(on.input.id).toBe('in1')
      expect((await service.call('GET', path)).body.preview).toMatchObject({
        blockId: 'in1',
        isStopped: false,
        variables: expect.arrayContaining([expect.objectContaining({ id: 'v1', value: 'Grace' })]),
      })
    })

    test('takes others while it runs, and steps once', async () => {
      const botId = await service.publish(greetingBot('stepping'))
      const { sessionId } = (await preview(botId)).body
      const put = breakpointsOf(botId, sessionId)
      await put(['t2'])
      expect((await say(sessionId, { type: 'command', command: 'help' })).body).toMatchObject({
        messages: [],
        clientSideActions: waits,
      })
      await put([], { isStepping: true })
      const stepped = (await say(sessionId, undefined)).body
      expect([plainText(stepped), stepped.clientSideActions]).toEqual([['Here is help'], waits])
      expect((await say(sessionId, undefined)).body.input.id).toBe('in2')
    })

    test('keeps them when it begins again, and follows an edit of the block at which it stands', async () => {
      const botId = await service.publish(greetingBot('swapped'))
      const sessionId = newId()
      await breakpointsOf(botId, sessionId)(['t1'])
      for (const round of [1, 2]) expect(plainText((await preview(botId, { sessionId, round })).body)).toEqual([])
      await service.call('PATCH', `/api/v1/bots/${botId}`, { bot: { groups: [group('g1', textBubble('t1', 'New'))] } })
      expect(plainText((await say(sessionId, undefined)).body)).toEqual(['New'])
    })

    test('stops in a run from a group', async () => {
      const botId = await service.publish(greetingBot('stopped-from'))
      const sessionId = newId()
      await breakpointsOf(botId, sessionId)(['t1', 'in2'])
      const { body } = await preview(botId, { sessionId, startFrom: { type: 'group', groupId: 'g2' } })
      expect([plainText(body), body.clientSideActions]).toEqual([['Here is help'], waits])
    })

    test('takes none for the conversation of a visitor, and no id of another form', async () => {
      const botId = await service.publish(greetingBot('never-stopped'))
      const live = (await start('never-stopped')).body.sessionId
      for (const sessionId of [live, 'short', '__proto__'])
        expect((await breakpointsOf(botId, sessionId)(['in1'])).body.code).toBe('session_not_found')
      const strange = [{ botId: '__proto__', blockId: '__proto__' }]
      const path = `/api/v1/bots/${botId}/preview/sessions/${newId()}/breakpoints`
      expect((await service.call('PUT', path, { blocks: strange })).status).toBe(200)
      expect((await say(live, 'Ada')).body.clientSideActions).toBeUndefined()
    })
  })

  test('shows no conversation of visitors, and none of another bot', async () => {
    const botId = await service.publish(greetingBot('kept-apart'))
    const other = (await preview(await service.publish(greetingBot('kept-other')))).body.sessionId
    const live = (await start('kept-apart')).body.sessionId
    for (const sessionId of [live, other, newId()]) {
      const path = `/api/v1/bots/${botId}/preview/sessions/${sessionId}`
      expect((await service.call('GET', path)).body.code).toBe('session_not_found')
      expect((await service.call('PATCH', `${path}/variables`, { variables: {} })).body.code).toBe('session_not_found')
    }
  })

  test('has a page for the widget that only pages of this service can show', async () => {
    const { headers } = await fetch(`http://127.0.0.1:${service.port}/preview`)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe/)
  })
})
