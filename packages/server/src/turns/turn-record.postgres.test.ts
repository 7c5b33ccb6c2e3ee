import { blockRegistry } from '@colloquy/blocks'
import { advance, defaultBudgets, newSession, type Session, type TurnEvent } from '@colloquy/engine'
import type { TurnRecord } from '@colloquy/prove'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CompiledFlowCache } from '../caches/compiled-flow-cache.js'
import { group, plainText, textBubble } from '../testing/chat-client.js'
import { type TestService, testService } from '../testing/test-service.js'
import { answerOf } from './answer.js'
import { turnSeed } from './turn-record.js'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const asks = (id: string) => ({ id, type: 'text input', options: { variableId: 'said' } })
const at = { x: 0, y: 0 }

/** A bot that asks, throws dice, shows the result, and starts over. */
const dice = {
  publicId: 'dice',
  events: [{ id: 'start', type: 'start', graphCoordinates: at, outgoingEdgeId: 'e0' }],
  variables: ['said', 'id', 'now', 'given'].map((id) => ({ id, name: id })),
  edges: [
    { id: 'e0', from: { eventId: 'start' }, to: { groupId: 'ask' } },
    { id: 'e1', from: { blockId: 'in' }, to: { groupId: 'throw' } },
    { id: 'e2', from: { blockId: 'ab', itemId: 'a' }, to: { groupId: 'heads' } },
    { id: 'e3', from: { blockId: 'ab', itemId: 'b' }, to: { groupId: 'tails' } },
    { id: 'e4', from: { blockId: 'heads1' }, to: { groupId: 'ask' } },
    { id: 'e5', from: { blockId: 'tails1' }, to: { groupId: 'ask' } },
  ],
  groups: [
    group('ask', textBubble('t0', '{{given}} {{id}} {{now}}'), { ...asks('in'), outgoingEdgeId: 'e1' }),
    group(
      'throw',
      { id: 's1', type: 'Set variable', options: { variableId: 'id', type: 'Random ID' } },
      { id: 's2', type: 'Set variable', options: { variableId: 'now', type: 'Now' } },
      {
        id: 'ab',
        type: 'AB test',
        options: { aPercent: 50 },
        items: [
          { id: 'a', path: 'a', outgoingEdgeId: 'e2' },
          { id: 'b', path: 'b', outgoingEdgeId: 'e3' },
        ],
      },
    ),
    group('heads', { ...textBubble('heads1', 'Heads {{said}}'), outgoingEdgeId: 'e4' }),
    group('tails', { ...textBubble('tails1', 'Tails {{said}}'), outgoingEdgeId: 'e5' }),
  ],
}

/** Takes the stored turns of a session again from the first one on, and returns the answers. */
async function replayed(sessionId: string): Promise<string[]> {
  const { storage } = service
  const row = await storage.sessions.get(sessionId)
  const secret = await storage.settings.setIfAbsent('signing-key', 'none')
  const compiledFlow = await new CompiledFlowCache(storage, { maxBytes: 1 }).release(row?.releaseId ?? '')
  if (!row || !compiledFlow) throw new Error('The session is gone')
  let session: Session | undefined
  const answers: string[] = []
  for (const { number, request, createdAt } of await storage.sessions.turns(sessionId)) {
    const { message, start, textFormat }: TurnRecord = JSON.parse(request)
    const chance = { now: createdAt, seed: turnSeed(secret, sessionId, number) }
    session ??= newSession({
      compiledFlow,
      mode: 'live',
      resultId: row.resultId ?? undefined,
      isStreamEnabled: start?.isStreamEnabled ?? false,
    })
    const event: TurnEvent =
      number === 1
        ? { kind: 'start', message, ...start, ...chance, textFormat: start?.textFormat ?? 'richText' }
        : { kind: 'reply', message, ...chance, textFormat: textFormat ?? 'richText' }
    const running = advance({
      sessionId,
      session,
      event,
      compiledFlows: new Map([[compiledFlow.id, compiledFlow]]),
      blocks: blockRegistry,
      budgets: { ...defaultBudgets, messages: 1000, milliseconds: 1e6 },
      isOutOfTime: () => false,
    })
    const step = running.next()
    if (!step.done || 'refused' in step.value) throw new Error('The turn asks for something')
    session = step.value.session
    answers.push(JSON.stringify(answerOf(step.value)))
  }
  return answers
}

describe('what a turn keeps', () => {
  it('gives the same answers once more, chance and time included', async () => {
    await service.publish(dice)
    const body = { prefilledVariables: { given: 'Ada' }, textBubbleContentFormat: 'markdown', isStreamEnabled: true }
    const { sessionId, bot, resultId, ...first } = (await service.call('POST', '/api/v1/bots/dice/startChat', body))
      .body
    expect(first.messages[0].content.markdown).toContain('Ada')
    const said = [JSON.stringify(first)]
    for (let turn = 0; turn < 20; turn++) {
      const sent = { message: `turn ${turn}`, textBubbleContentFormat: turn % 2 ? 'markdown' : 'richText' }
      said.push((await service.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, sent)).text)
    }
    expect(said.join('')).toContain('Heads')
    expect(said.join('')).toContain('Tails')
    expect(await replayed(sessionId)).toEqual(said)
  })

  it('has what the effects of the turn answered, and nothing where there were none', async () => {
    await service.publish({
      publicId: 'counting',
      events: [{ id: 'start', type: 'start', graphCoordinates: at, outgoingEdgeId: 'e0' }],
      variables: ['said', 'sum'].map((id) => ({ id, name: id })),
      edges: [{ id: 'e0', from: { eventId: 'start' }, to: { groupId: 'ask' } }],
      groups: [
        group(
          'ask',
          asks('in'),
          {
            id: 's',
            type: 'Set variable',
            options: {
              variableId: 'sum',
              isCode: true,
              expressionToEvaluate: 'return [20, 22].reduce((a, b) => a + b)',
            },
          },
          textBubble('t', '{{sum}}'),
        ),
      ],
    })
    const { sessionId } = (await service.call('POST', '/api/v1/bots/counting/startChat', {})).body
    const said = await service.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message: 'add' })
    expect(plainText(said.body)).toEqual(['42'])
    const [first, second] = (await service.storage.sessions.turns(sessionId)).map(({ request }) => JSON.parse(request))
    expect(first).toEqual({})
    expect(second).toEqual({
      message: { type: 'text', text: 'add' },
      effects: [{ kind: 'script', request: expect.any(String), outcome: { ok: true, value: 42, assigned: [] } }],
    })
  })
})
