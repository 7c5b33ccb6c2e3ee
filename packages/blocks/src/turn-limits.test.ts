import { defaultBudgets } from '@colloquy/engine'
import { processorTimeOf } from '@colloquy/test-kit/growth'
import { expect, test } from 'vitest'
import { bubble, Conversation } from './testing/conversation.js'

const variables = [
  { id: 'vA', name: 'A' },
  { id: 'vB', name: 'B' },
]

test('Beyond the characters that a turn compares, comparisons do not hold, and one log says so', () => {
  const comparison = (index: number) => ({
    id: `c${index}`,
    variableId: 'vA',
    comparisonOperator: 'Contains',
    value: 'x',
  })
  const items = [
    {
      id: 'i',
      content: { logicalOperator: 'OR', comparisons: Array.from({ length: 200 }, (_, index) => comparison(index)) },
    },
  ]
  const talk = new Conversation({
    groups: [{ id: 'g', blocks: [{ id: 'if', type: 'Condition', items } as never, bubble('after', 'No match')] }],
    edges: { start: 'g' },
    variables,
  })
  talk.start({ prefilledVariables: { A: 'a'.repeat(100_000) } })
  expect(talk.said).toEqual(['No match'])
  expect(talk.last.logs).toEqual([
    expect.objectContaining({ context: 'if', description: expect.stringContaining('at most 10,000,000 characters') }),
  ])
})

test('Beyond the characters of variables that a turn inserts, they are omitted of texts, and the turn ends with a log', () => {
  const max = defaultBudgets.insertedCharacters
  const request = {
    id: 'call',
    type: 'Webhook',
    options: { webhook: { url: 'https://example.com', body: '{{A}}'.repeat(1_000) }, isCustomBody: true },
  }
  const talk = new Conversation(
    {
      groups: [{ id: 'g', blocks: [request as never, bubble('after', 'On')] }],
      edges: { start: 'g' },
      variables,
    },
    { outcomes: () => ({ kind: 'http', answer: 'failed', reason: 'nobody answers' }) },
  )
  talk.start({ prefilledVariables: { A: 'a'.repeat(100_000) } })
  const [effect] = talk.asked as unknown as { request: { body: string } }[]
  expect(effect?.request.body.replaceAll('null', '').length).toBe(max)
  expect(talk.said).toEqual([])
  expect(talk.last.cutBy).toBe('characters')
  expect(JSON.stringify(talk.last.logs)).toContain('a turn inserts at most 10,000,000 of their characters')
})

test('A value inherited from a linked bot is found as fast among many as among few', async () => {
  const inherited = Array.from({ length: 20_000 }, (_, index) => ({ id: `i${index}`, name: `n${index}`, value: 'x' }))
  const talk = new Conversation({
    groups: [{ id: 'g', blocks: [bubble('all', '{{n19999}}'.repeat(20_000))] }],
    edges: { start: 'g' },
  })
  const [frame] = talk.session.frames
  frame!.inherited = inherited
  const began = process.cpuUsage()
  talk.start()
  const { user } = process.cpuUsage(began)
  expect(talk.said).toEqual(['x'.repeat(20_000)])
  expect(user / 1000).toBeLessThan(1500)
})

test('The Markdown of a value is read once per turn, however often the value is shown', async () => {
  const shown = (times: number) => async () => {
    const talk = new Conversation({
      groups: [{ id: 'g', blocks: [bubble('all', '{{A}} x '.repeat(times))] }],
      edges: { start: 'g' },
      variables,
    })
    talk.start({ prefilledVariables: { A: 'a@*'.repeat(500) } })
  }
  await shown(1)()
  expect(await processorTimeOf(shown(200))).toBeLessThan(1000 + 20 * (await processorTimeOf(shown(1))))
})

test('The Markdown of many values is read within a budget of the turn; further values are shown as they are written', async () => {
  const names = Array.from({ length: 200 }, (_, index) => `N${index}`)
  const talk = new Conversation({
    groups: [{ id: 'g', blocks: [bubble('all', names.map((name) => `{{${name}}} x `).join(''))] }],
    edges: { start: 'g' },
    variables: names.map((name) => ({ id: `v${name}`, name })),
  })
  const prefilledVariables = Object.fromEntries(names.map((name) => [name, `${name} **b** ${'a@*'.repeat(500)}`]))
  const time = await processorTimeOf(() => talk.start({ prefilledVariables }))
  expect(time).toBeLessThan(5_000)
  const leaves = (talk.last.messages[0]!.content as { richText: { children: { text: string; bold?: true }[] }[] })
    .richText
  const all = leaves.flatMap(({ children }) => children)
  expect(all.some(({ bold }) => bold)).toBe(true)
  expect(all.some(({ text }) => text.startsWith('N199 **b** '))).toBe(true)
})
