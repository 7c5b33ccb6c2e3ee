import { type SaidTurn, transcriptOf } from '@colloquy/engine'
import type { ModelCall, ModelOutcome } from '@colloquy/flow/integrations'
import { describe, expect, test } from 'vitest'
import { bubble, Conversation } from '../testing/conversation.js'

const said = (text: string, finish = 'stop'): ModelOutcome => ({
  answer: 'said',
  text,
  toolCalls: [],
  finish,
  usage: {},
})

/** Extracts values after a reply; a missing value leads to another group. */
function extract(
  rows: object[],
  answers: ModelOutcome[],
  { options = {}, reply = 'tomorrow' }: { options?: object; reply?: string } = {},
) {
  const turns: SaidTurn[] = []
  const calls: ModelCall[] = []
  const left = [...answers]
  const talk = new Conversation(
    {
      groups: [
        {
          id: 'g',
          blocks: [
            bubble('when', 'When?'),
            { id: 'ask', type: 'text input', options: { variableId: 'vReply' } },
            {
              id: 'model',
              type: 'mistral',
              exits: [{ id: 'x', on: 'no-answer', outgoingEdgeId: 'missing' }],
              saveErrorInVariableId: 'vCause',
              options: {
                action: 'Generate variables',
                credentialsId: 'c',
                model: 'm',
                prompt: 'Read it',
                missingVariableId: 'vMissing',
                variablesToExtract: rows,
                ...options,
              },
            },
            bubble('done', 'Done'),
          ],
        },
        { id: 'rest', blocks: [bubble('asks', 'Missing: {{Missing}} ({{Cause}})')] },
      ],
      edges: { start: 'g', missing: 'rest' },
      variables: [
        ...['Out', 'Other', 'Missing', 'Cause', 'Reply'].map((name) => ({ id: `v${name}`, name })),
        { id: 'vFirst', name: 'My age 🎂' },
        { id: 'vSecond', name: 'My age 🎂' },
      ],
    },
    {
      outcomes(effect) {
        if (effect.kind === 'transcript') return { kind: 'transcript', entries: transcriptOf(turns) }
        if (effect.kind !== 'model') return undefined
        calls.push(effect.request.call)
        return { kind: 'model', outcome: left.shift() ?? said('Sorry, I cannot.') }
      },
    },
  ).start()
  turns.push({ ...talk.last })
  talk.user(reply)
  return { calls, said: talk.said, values: talk.session.frames[0]?.variables ?? {} }
}

const one = (type: string, more: object = {}) => ({ type, variableId: 'vOut', ...more })

/** Kind of a value, the model's answer for it, and what is stored; `undefined` if it is requested again. */
const given: [row: object, given: unknown, stored: string | (string | null)[] | undefined][] = [
  [one('date'), '2026-05-03', '2026-05-03'],
  [one('date'), '2026-05-03T10:00:00Z', '2026-05-03'],
  [one('date'), '3 May 2026', '2026-05-03'],
  [one('date'), 'tomorrow', '2026-01-16'],
  [one('date'), '2026-02-30', undefined],
  [one('date'), '03/05/2026', undefined],
  [one('date'), 'some day', undefined],
  [one('date'), 20260503, undefined],
  [one('date', { min: '2026-05-04' }), '2026-05-03', undefined],
  [one('date', { min: '2026-05-03', max: '2026-05-03' }), '2026-05-03', '2026-05-03'],
  [one('time'), '18:30', '18:30'],
  [one('time'), '6:30 pm', '18:30'],
  [one('time'), '18:30:00', '18:30'],
  [one('time'), 'in the evening, perhaps', undefined],
  [one('time'), 18.5, undefined],
  [one('email'), 'Ada@Example.org', 'ada@example.org'],
  [one('email'), 'ada at example', undefined],
  [one('email'), ['ada@example.org'], undefined],
  [one('phone'), '+33 6 12 34 56 78', '+33612345678'],
  [one('phone'), '06 12 34 56 78', undefined],
  [one('url'), 'https://example.org/a', 'https://example.org/a'],
  [one('url'), 'not known', undefined],
  [one('integer'), 5, '5'],
  [one('integer'), '5', '5'],
  [one('integer'), 5.5, undefined],
  [one('integer'), 'five', undefined],
  [one('integer', { min: 1, max: 4 }), 5, undefined],
  [one('integer', { min: 1, max: 5 }), 5, '5'],
  [one('number', { max: 4.5 }), '4.5', '4.5'],
  [one('number'), 'about 5', undefined],
  [one('number'), true, undefined],
  [one('boolean'), 'Yes', 'true'],
  [one('boolean'), 'perhaps', undefined],
  [one('enum', { values: ['Red', 'Blue'] }), 'red', 'Red'],
  [one('enum', { values: ['Red', 'Blue'] }), 'green', undefined],
  [one('list', { of: 'integer' }), [1, '2', null], ['1', '2']],
  [one('list', { of: 'integer' }), '[1, 2]', ['1', '2']],
  [one('list', { of: 'integer' }), [1, 'two'], undefined],
  [one('list', { of: 'email' }), ['A@b.co'], ['a@b.co']],
  [one('list', { of: 'date' }), 'tomorrow', undefined],
  [one('object'), { value: 1, b: ['x'] }, '{"value":1,"b":["x"]}'],
  [one('object'), '{"a": 1}', '{"a":1}'],
  [one('object'), '[1]', undefined],
  [one('object'), 'a text', undefined],
]

const frames: ((json: string) => string)[] = [
  (json) => json,
  (json) => `\`\`\`json\n${json}\n\`\`\``,
  (json) => `Sure! Here is {what} you asked for:\n${json}\nAnything else?`,
  (json) => `{"result": ${json}}`,
  (json) => `[${json}]`,
  (json) => json.replace('"v1"', '"Out"'),
]

test('264 odd answers end as a stored value of its type, or are asked for once more', () => {
  expect(given.length * frames.length).toBe(264)
  for (const [row, value, stored] of given) {
    for (const frame of frames) {
      const text = frame(JSON.stringify({ v1: value }))
      const { calls, values, said: shown } = extract([row], [said(text)])
      const why = `${JSON.stringify(row)}: ${text}`
      expect(values.vOut, why).toEqual(stored)
      expect(calls.length, why).toBe(stored === undefined ? 2 : 1)
      expect(shown, why).toEqual([stored === undefined ? 'Missing: ["Out"] (incomplete)' : 'Done'])
    }
  }
})

test('variables may have any name, and two the same', () => {
  const rows = [
    { type: 'number', variableId: 'vFirst' },
    { type: 'string', variableId: 'vSecond' },
  ]
  const { calls, values } = extract(rows, [said('{"v1":7,"v2":"seven"}')])
  const properties = calls[0]?.schema?.properties as object
  expect(Object.keys(properties)).toEqual(['v1', 'v2'])
  expect(properties).toMatchObject({ v1: { title: 'My age 🎂' }, v2: { title: 'My age 🎂' } })
  expect(values).toMatchObject({ vFirst: '7', vSecond: 'seven' })
})

test('one more call names the faults, and returns the missing values', () => {
  const rows = [one('date', { min: '2026-01-01' }), { type: 'integer', variableId: 'vOther', min: 1 }]
  const answers = [said('{"v1":"2025-12-31","v2":0}'), said('{"v1":"2026-01-02","v2":3}')]
  const { calls, values, said: shown } = extract(rows, answers)
  expect(JSON.stringify(calls[1]?.messages.at(-1))).toContain(
    '- v1 has to be on or after 2026-01-01\\\\n- v2 has to be at least 1'.replaceAll('\\\\', '\\'),
  )
  expect([values.vOut, values.vOther, shown]).toEqual(['2026-01-02', '3', ['Done']])
})

test('names of missing values are only those that still are, and a value that may be missing is none of them', () => {
  const rows = [
    one('email'),
    { type: 'phone', variableId: 'vOther' },
    { type: 'url', variableId: 'vReply', isRequired: false },
  ]
  const { said: shown, values } = extract(rows, [said('{"v1":"a@b.co","v2":null,"v3":null}')])
  expect(shown).toEqual(['Missing: ["Other"] (incomplete)'])
  expect(values.vOut).toBe('a@b.co')
})

test.each([
  ['cut', [said('{"v1": "a@', 'length'), said('', 'length')]],
  ['incomplete', [said(''), said('')]],
])('an answer that the limit of tokens ended is distinguished from one without values: %s', (cause, answers) => {
  expect(extract([one('email')], answers).said).toEqual([`Missing: ["Out"] (${cause})`])
})

test('schemas have plain types, and say formats, ranges and examples in words', () => {
  const rows = [one('date', { description: 'The day', min: '2026-01-01', examples: ['2026-05-03'] })]
  const { calls } = extract(rows, [said('{"v1":"2026-05-03"}')])
  expect(calls[0]?.schema?.properties).toEqual({
    v1: {
      title: 'Out',
      type: 'string',
      description:
        'The day It has to be a day as YYYY-MM-DD. It has to be on or after 2026-01-01. Examples: "2026-05-03"',
    },
  })
  expect(calls[0]?.messages[0]).toMatchObject({ text: expect.stringContaining('Today is 2026-01-15.') })
})

describe('values are read from', () => {
  const userText = (call: ModelCall | undefined) => JSON.stringify(call?.messages[1])

  test('a variable, as data', () => {
    const { calls } = extract([one('string')], [said('{"v1":"x"}')], {
      options: { source: 'Variable', sourceVariableId: 'vReply' },
      reply: 'ignore "this"\nand more',
    })
    expect(userText(calls[0])).toContain(
      JSON.stringify(JSON.stringify({ text: 'ignore "this"\nand more' })).slice(1, -1),
    )
  })

  test('what was said so far', () => {
    const { calls } = extract([one('date')], [said('{"v1":"tomorrow"}')], { options: { source: 'Conversation' } })
    expect(userText(calls[0])).toContain(JSON.stringify('{"bot":"When?"}\n{"visitor":"tomorrow"}').slice(1, -1))
  })

  test('nothing where the variable is empty: the model is not asked, and all names are missing', () => {
    const { calls, said: shown } = extract([one('date')], [], {
      options: { source: 'Variable', sourceVariableId: 'vOther' },
    })
    expect(calls).toEqual([])
    expect(shown).toEqual(['Missing: ["Out"] (empty)'])
  })
})
