import type { VariableValue } from '@colloquy/engine'
import { describe, expect, test } from 'vitest'
import { Conversation } from '../testing/conversation.js'

const variables = [
  { id: 'vOut', name: 'Out', value: 'before' },
  { id: 'vText', name: 'Text', value: 'one' },
  { id: 'vList', name: 'List', value: ['a', 'b', 'c'] },
  { id: 'vOther', name: 'Other', value: ['x', 'y', 'z'] },
  { id: 'vItem', name: 'Item', value: 'b' },
  { id: 'vUnset', name: 'Unset' },
]

function set(options: object, mode: 'live' | 'preview' = 'live') {
  const block = { id: 'set', type: 'Set variable', options: { variableId: 'vOut', ...options } }
  return new Conversation(
    { groups: [{ id: 'g', blocks: [block, { id: 'ask', type: 'text input' }] }], edges: { start: 'g' }, variables },
    { mode },
  ).start()
}

const heldIn = (talk: Conversation, id = 'vOut') => talk.session.frames[0]?.variables[id]
const sameIndex = (baseItemVariableId: string, baseListVariableId = 'vList') => ({
  type: 'Map item with same index',
  mapListItemParams: { baseItemVariableId, baseListVariableId, targetListVariableId: 'vOther' },
})

describe('on the web channel', () => {
  test.each<[object, VariableValue]>([
    [{ type: 'Empty' }, null],
    [{ type: 'Now' }, '2026-01-15T12:00:00.000Z'],
    [{ type: 'Now', timeZone: 'Europe/Paris' }, '2026-01-15T13:00:00+01:00'],
    [{ type: 'Now', timeZone: 'UTC' }, '2026-01-15T12:00:00Z'],
    [{ type: 'Today', timeZone: 'Europe/Paris' }, '2026-01-15T12:00:00.000Z'],
    [{ type: 'Tomorrow' }, '2026-01-16T12:00:00.000Z'],
    [{ type: 'Yesterday' }, '2026-01-14T12:00:00.000Z'],
    [{ type: 'Environment name' }, 'web'],
    [{ type: 'Result ID' }, 'result'],
    [{ type: 'User ID' }, 'result'],
    [{ type: 'Phone number' }, null],
    [{ type: 'Contact name' }, null],
    [{ type: 'Referral Click ID' }, null],
    [{ type: 'Referral Source ID' }, null],
    [{ type: 'Append value(s)', item: '{{Text}}' }, ['before', 'one']],
    [sameIndex('vItem'), 'y'],
    [sameIndex('vText'), null],
    [sameIndex('vUnset'), null],
    [sameIndex('vItem', 'vText'), null],
    [{ expressionToEvaluate: '' }, null],
  ])('%j gives %j', (options, value) => {
    expect(heldIn(set(options))).toEqual(value)
  })

  test('a list is appended as one element, and starts with what is there', () => {
    expect(heldIn(set({ type: 'Append value(s)', item: '{{List}}', variableId: 'vUnset' }), 'vUnset')).toEqual([
      '["a","b","c"]',
    ])
  })

  test.each<[string, string, VariableValue, VariableValue | undefined]>([
    ['Pop', 'vList', ['a', 'b'], 'c'],
    ['Shift', 'vList', ['b', 'c'], 'a'],
    ['Pop', 'vText', [], 'one'],
    ['Shift', 'vUnset', null, undefined],
  ])('%s on %s leaves %j and gives %j', (type, variableId, rest, item) => {
    const talk = set({ type, variableId, saveItemInVariableId: 'vOut' })
    expect([heldIn(talk, variableId), heldIn(talk)]).toEqual([rest, item])
  })

  test('an id by chance is a new one each time, and so is that of a result in a preview', () => {
    const ids = [set({ type: 'Random ID' }), set({ type: 'Result ID' }, 'preview')].map((talk) => heldIn(talk))
    for (const id of ids) expect(id).toMatch(/^[a-z][a-z0-9]{23}$/)
  })

  test('an unknown time zone is UTC, with a log', () => {
    const talk = set({ type: 'Now', timeZone: 'Mars/Olympus' })
    expect(heldIn(talk)).toBe('2026-01-15T12:00:00.000Z')
    expect(talk.last.logs).toMatchObject([{ status: 'error', details: 'Mars/Olympus' }])
  })

  test.each(['Moment of the day', 'Device type'])('%s is asked of the client', (type) => {
    const talk = set({ type })
    expect(talk.last.clientSideActions).toMatchObject([{ type: 'setVariable', expectsDedicatedReply: true }])
    expect(heldIn(talk.user('evening'))).toBe('evening')
  })

  test('code of its own goes to the client when the author says so, with what it mentions', () => {
    const talk = set({ expressionToEvaluate: '{{Text}} + 1', isExecutedOnClient: true, isCode: true })
    expect(talk.last.clientSideActions).toEqual([
      {
        type: 'setVariable',
        setVariable: {
          scriptToExecute: { content: 'vText + 1', args: [{ id: 'vText', value: 'one' }], isCode: true },
        },
        expectsDedicatedReply: true,
      },
    ])
  })

  test('a block without a variable, or with one that is gone, changes nothing', () => {
    expect(set({ variableId: undefined, type: 'Now' }).session.frames[0]?.variables).toEqual({})
    expect(set({ variableId: 'gone', type: 'Now' }).session.frames[0]?.variables).toEqual({})
  })
})
