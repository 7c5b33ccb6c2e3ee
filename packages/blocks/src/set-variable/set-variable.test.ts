import type { TranscriptEntry } from '@colloquy/engine'
import { describe, expect, test } from 'vitest'
import { bubble, Conversation } from '../testing/conversation.js'

const variables = [
  { id: 'vName', name: 'Name', value: 'Ada' },
  { id: 'vAge', name: 'Age', value: '36' },
  { id: 'vList', name: 'List', value: ['a', 'b'] },
  { id: 'vOut', name: 'Out' },
]

function assigned(options: object) {
  return new Conversation({
    groups: [
      {
        id: 'g',
        blocks: [
          { id: 'set', type: 'Set variable', options: { variableId: 'vOut', ...options } },
          { id: 'ask', type: 'text input' },
        ],
      },
    ],
    edges: { start: 'g' },
    variables,
  }).start()
}

const outOf = (talk: Conversation) => talk.session.frames[0]?.variables.vOut

describe('a custom value', () => {
  test.each([
    ['42', '42'],
    ['0', '0'],
    ['007', '007'],
    ['""', null],
    ['{{Name}}', 'Ada'],
    ['{{List}}', '["a","b"]'],
    ['{{Age}} + 1', '37'],
    ['{{Name}} + "!"', 'Ada!'],
    ['{{List}}.map((x) => x + x)', ['aa', 'bb']],
    ['({ name: {{Name}} })', '{"name":"Ada"}'],
    ['const n = {{Age}}; return n * 2', '72'],
    ['{{={{Age}} * 2=}}', '72'],
    ['Hello {{Name}}', 'Hello Ada'],
    ['https://example.com/{{Name}}', 'https://example.com/Ada'],
    ['👋 {{Name}}', '👋 Ada'],
    ['Hello', 'Hello'],
    ['82510-070', '82510-070'],
    ['2026-12-24', '2026-12-24'],
    ['12.50', '12.50'],
    ['+49170', '+49170'],
    ['1,000', '1,000'],
    ['Date', 'Date'],
    ['N/A', 'N/A'],
    ['{{Age}}-{{Age}}', '36-36'],
    ['{{Name}} - {{List}}', 'Ada - ["a","b"]'],
    ['{{Name}} & {{Age}}', 'Ada & 36'],
    ['{{Age}} - 6', '30'],
    ['{{Age}}-1', '35'],
    ['C:\\{{Name}}', 'C:\\Ada'],
    ['"Hello {{Name}}"', 'Hello Ada'],
    ["'{{Name}}' + {{Age}}", 'Ada36'],
  ])('%s gives %j', (expressionToEvaluate, value) => {
    expect(outOf(assigned({ expressionToEvaluate }))).toEqual(value)
  })

  test('A text that is to be calculated in the browser is set without it', () => {
    const talk = assigned({ expressionToEvaluate: '82510-070', isExecutedOnClient: true })
    expect([outOf(talk), talk.last.clientSideActions]).toEqual(['82510-070', []])
  })

  test.each(['window.location.href', 'document.title', 'navigator.language', 'location.hash'])(
    '%s is read in the browser, and is a text on the server',
    (expressionToEvaluate) => {
      const [action] = assigned({ expressionToEvaluate, isExecutedOnClient: true }).last.clientSideActions
      expect(action).toMatchObject({ setVariable: { scriptToExecute: { content: expressionToEvaluate } } })
      expect(outOf(assigned({ expressionToEvaluate }))).toBe(expressionToEvaluate)
    },
  )

  test.each(['42', '"text"', '{{Name}}', '{{Age}} + 1', '{{Name}} + "!"', '{{Age}} > 3 ? "old" : "young"'])(
    '%s needs no sandbox',
    (expressionToEvaluate) => {
      expect(assigned({ expressionToEvaluate }).asked).toEqual([])
    },
  )

  test('Code that fails gives null, a log for the author alone, and its message where the author wants it', () => {
    const talk = assigned({ expressionToEvaluate: 'oops({{Age}})', isCode: true, saveErrorInVariableId: 'vName' })
    expect(outOf(talk)).toBeNull()
    expect(talk.session.frames[0]?.variables.vName).toContain('oops')
    expect(talk.last.logs).toEqual([expect.objectContaining({ status: 'error', isPrivate: true })])
  })

  test('Text that is marked as code but is not JavaScript is its own value', () => {
    expect(outOf(assigned({ expressionToEvaluate: 'Hello dear {{Name}}', isCode: true }))).toBe('Hello dear Ada')
  })
})

test('a transcript contains this turn and earlier ones, and is not stored in results', () => {
  const talk = transcribed({ entries: [{ role: 'user', type: 'text', text: 'Hi' }] })
  expect(outOf(talk)).toBe('User: "Hi"\n\nAssistant: "Welcome"')
  expect(talk.last.results.at(-1)?.variables.map(({ name }) => name)).not.toContain('Out')
})

test('a transcript says when its oldest messages are omitted', () => {
  const talk = transcribed({ entries: [{ role: 'user', type: 'text', text: 'Hi' }], hasEarlier: true })
  expect(outOf(talk)).toBe('[Earlier messages are left out]\n\nUser: "Hi"\n\nAssistant: "Welcome"')
})

function transcribed(found: { entries: TranscriptEntry[]; hasEarlier?: boolean }) {
  return new Conversation(
    {
      groups: [
        {
          id: 'g',
          blocks: [
            bubble('b', 'Welcome'),
            { id: 'set', type: 'Set variable', options: { variableId: 'vOut', type: 'Transcript' } },
            { id: 'ask', type: 'text input' },
          ],
        },
      ],
      edges: { start: 'g' },
      variables,
    },
    { outcomes: (effect) => (effect.kind === 'transcript' ? { kind: 'transcript', ...found } : undefined) },
  ).start()
}
