import { describe, expect, test } from 'vitest'
import { bubble, Conversation, compiledFlowOf, type TestFlow } from './testing/conversation.js'

const ask = { id: 'ask', type: 'text input', options: { variableId: 'v' } }
const set = (id: string, value: string) => ({
  id,
  type: 'Set variable',
  options: { variableId: 'v', expressionToEvaluate: value },
})
const condition = {
  id: 'if',
  type: 'Condition',
  items: [
    {
      id: 'yes',
      content: { comparisons: [{ id: 'c', variableId: 'v', comparisonOperator: 'Equal to', value: 'yes' }] },
      outgoingEdgeId: 'toYes',
    },
  ],
}
const variables = [{ id: 'v', name: 'V' }]

const branching: TestFlow = {
  groups: [
    { id: 'g', blocks: [bubble('one', 'one'), set('set', 'no'), condition, bubble('else', 'else {{V}}'), ask] },
    { id: 'y', blocks: [bubble('then', 'then {{V}}')] },
  ],
  edges: { start: 'g', toYes: 'y' },
  variables,
}

/** Asks, repeats each answer, and starts again. */
const circle: TestFlow = {
  groups: [
    { id: 'g', blocks: [bubble('hear', 'again'), ask, { id: 'j', type: 'Jump', options: { groupId: 'g' } }] },
    { id: 'help', blocks: [bubble('h', 'help'), { id: 'back', type: 'Return' }] },
  ],
  edges: { start: 'g', toHelp: 'help' },
  variables,
  events: [{ id: 'e', type: 'command', outgoingEdgeId: 'toHelp', options: { command: 'help' } }],
}

function stopping(flow: TestFlow, blockIds: string[], options: ConstructorParameters<typeof Conversation>[1] = {}) {
  const talk = new Conversation(flow, { ...options, mode: 'preview' })
  talk.session.breakpoints = { blockIds: { 'bot-release': blockIds } }
  return talk
}
const stepInto = (talk: Conversation) => {
  talk.session.breakpoints = { blockIds: talk.session.breakpoints!.blockIds, isStepping: true }
  return talk.user()
}
const standsAt = ({ session }: Conversation) => session.stoppedAt?.blockId

describe('a preview with breakpoints', () => {
  test('stops before the block, and has its client wait for the command to continue', () => {
    const talk = stopping(branching, ['if']).start()
    expect(talk.said).toEqual(['one'])
    expect(standsAt(talk)).toBe('if')
    expect(talk.last).toMatchObject({
      isEnd: false,
      clientSideActions: [{ type: 'wait', expectsDedicatedReply: true }],
    })
    expect(talk.session.frames[0]!.variables.v).toBe('no')
  })

  test('continues as if it had not stopped, with the values as they are by then', () => {
    const talk = stopping(branching, ['if']).start()
    expect(talk.user().said).toEqual(['else no'])
    expect(talk.last.input?.id).toBe('ask')
    const other = stopping(branching, ['if']).start()
    other.session.frames[0]!.variables.v = 'yes'
    expect(other.user().said).toEqual(['then yes'])
    expect(other.last).toMatchObject({ isEnd: true })
    expect(standsAt(other)).toBeUndefined()
  })

  test('steps from block to block, over disabled ones, and through a question', () => {
    const muted = { ...bubble('muted', 'unheard'), isMuted: true }
    const flow = { ...circle, groups: [{ id: 'g', blocks: [bubble('hear', 'again'), muted, ask, set('s', 'set')] }] }
    const talk = stopping(flow, ['hear']).start()
    expect([standsAt(talk), talk.said]).toEqual(['hear', []])
    expect([stepInto(talk).said, standsAt(talk)]).toEqual([['again'], 'ask'])
    expect(stepInto(talk).last.input?.id).toBe('ask')
    expect(standsAt(talk.user('hello'))).toBe('s')
    expect(talk.session.frames[0]!.variables.v).toBe('hello')
    expect(talk.user().last.isEnd).toBe(true)
  })

  test('stops on each arrival, by a jump too', () => {
    const talk = stopping(circle, ['hear', 'ask']).start()
    for (const round of ['first', 'second']) {
      expect(standsAt(talk)).toBe('hear')
      expect(talk.user().said).toEqual(['again'])
      expect(standsAt(talk)).toBe('ask')
      expect(talk.user().last.input?.id).toBe('ask')
      talk.user(round)
    }
    const endless: TestFlow = {
      ...circle,
      groups: [{ id: 'g', blocks: [bubble('hear', 'again'), { id: 'j', type: 'Jump', options: { groupId: 'g' } }] }],
    }
    const around = stopping(endless, ['hear']).start()
    expect([around.user().said, standsAt(around)]).toEqual([['again'], 'hear'])
  })

  test('takes a command while it stands, and comes back to the same block', () => {
    const talk = stopping(circle, ['ask']).start()
    expect(talk.user({ type: 'command', command: 'help' }).said).toEqual(['help'])
    expect(standsAt(talk)).toBe('ask')
    expect(talk.user().last.input?.id).toBe('ask')
  })

  test('stops in the branch of a reply event, and does not lose the reply', () => {
    const flow: TestFlow = {
      groups: [
        { id: 'g', blocks: [ask, bubble('got', 'got {{V}}')] },
        { id: 'e', blocks: [bubble('noted', 'noted'), { id: 'r', type: 'Return' }] },
      ],
      edges: { start: 'g', event: 'e' },
      variables,
      events: [{ id: 'ev', type: 'reply', outgoingEdgeId: 'event' }],
    }
    const talk = stopping(flow, ['noted', 'got']).start()
    expect(talk.user('Ada').said).toEqual([])
    expect([standsAt(talk.user()), talk.said]).toEqual(['got', ['noted']])
    expect(talk.user().said).toEqual(['got Ada'])
  })

  test('stops in linked bots at their own breakpoints only', () => {
    const child: TestFlow = {
      groups: [{ id: 'c', blocks: [bubble('one', 'inside')] }],
      edges: { start: 'c' },
      variables,
    }
    const link = { id: 'l', type: 'Bot link', options: { botId: 'bot-child' } }
    const flow: TestFlow = {
      groups: [{ id: 'g', blocks: [bubble('one', 'outside'), link, bubble('two', 'after')] }],
      edges: { start: 'g' },
      variables,
    }
    const talk = stopping(flow, [], { linked: [compiledFlowOf(child, 'child')] })
    talk.session.breakpoints = { blockIds: { 'bot-child': ['one'] } }
    expect(talk.start().said).toEqual(['outside'])
    expect(talk.session.frames[0]!.programId).toBe('child')
    expect(talk.user().said).toEqual(['inside', 'after'])
  })

  test('continues at the same position if the block was deleted or moved meanwhile', () => {
    const without = (id: string): TestFlow => ({
      ...branching,
      groups: branching.groups.map((group) => ({ ...group, blocks: group.blocks.filter((block) => block.id !== id) })),
    })
    const gone = stopping(branching, ['set']).start()
    const after = new Conversation(without('set'), { mode: 'preview' })
    after.session = gone.session
    expect(after.user().said).toEqual(['else '])
    const nowhere = new Conversation({ groups: [], edges: {} }, { mode: 'preview' })
    nowhere.session = stopping(branching, ['if']).start().session
    expect(nowhere.user().last).toMatchObject({ isEnd: true, messages: [] })
  })

  test('without breakpoints keeps nothing of them', () => {
    const talk = new Conversation(branching, { mode: 'preview' }).start()
    expect(Object.keys(talk.session)).not.toContain('breakpoints')
    expect(Object.keys(talk.session)).not.toContain('stoppedAt')
  })
})
