import { documentOf, type TestFlow } from '@colloquy/blocks/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TurnClock } from '../effects/turn-clock.js'
import { chatClient, greetingBot, plainText, textBubble } from '../testing/chat-client.js'
import { type TestService, testService } from '../testing/test-service.js'

/** Turns that compute for long. */

let service: TestService
const chat = chatClient(() => service)
beforeAll(async () => {
  service = await testService({ COLLOQUY_RATE_LIMIT: 'off' })
  await service.publish(greetingBot('greeting'))
})
afterAll(() => service.close())

type Block = TestFlow['groups'][number]['blocks'][number]

const comparisons = (count: number, of: object) =>
  Array.from({ length: count }, (_, index) => ({ id: `c${index}`, variableId: 'vA', ...of }))
const condition = (compared: object[], outgoingEdgeId?: string): Block =>
  ({
    id: 'if',
    type: 'Condition',
    items: [{ id: 'i', content: { logicalOperator: 'OR', comparisons: compared } }],
    ...(outgoingEdgeId && { outgoingEdgeId }),
  }) as never
const startsWith = { comparisonOperator: 'Starts with', value: '{{A}}{{A}}' }
const flow = (...blocks: Block[]): TestFlow => ({
  groups: [{ id: 'g', blocks }],
  edges: { start: 'g', again: 'g' },
  variables: [{ id: 'vA', name: 'A' }],
})

const flows: [string, TestFlow, string][] = [
  ['comparisons in a circle', flow(condition(comparisons(20, startsWith), 'again')), 'a'.repeat(120_000)],
  ['thousands of comparisons in one block', flow(condition(comparisons(5_000, startsWith))), 'a'.repeat(120_000)],
  [
    'comparisons of numbers in a circle',
    flow(condition(comparisons(200, { comparisonOperator: 'Greater than', value: '9' }), 'again')),
    '1'.repeat(9_000),
  ],
  [
    'comparisons of accents in a circle',
    flow(condition(comparisons(20, { comparisonOperator: 'Contains', value: 'x' }), 'again')),
    '\u0301\u0323'.repeat(20_000),
  ],
  [
    'a text that shows costly Markdown often',
    flow(textBubble('t', '{{A}} x '.repeat(500)) as Block),
    'a@*'.repeat(500),
  ],
  [
    'texts in a circle that show a long value often',
    flow({ ...textBubble('t', '{{A}}'.repeat(5)), outgoingEdgeId: 'again' } as Block),
    '*a'.repeat(60_000),
  ],
]

test.each(flows)('%s let others run and answer meanwhile', async (name, attack, A) => {
  const publicId = name.toLowerCase().replaceAll(' ', '-')
  await service.publish({ publicId, ...documentOf(attack) })
  const longest = await standstillOf(async () => {
    const start = chat.start(publicId, { prefilledVariables: { A } })
    const greeted = await chat.start('greeting', { prefilledVariables: { Name: 'Ada' } })
    expect(plainText(greeted.body)).toEqual(['Hi Ada'])
    expect((await start).status).toBe(200)
  })
  expect(longest).toBeLessThan(1_000)
})

/** The longest time in milliseconds in which the event loop did not run. */
async function standstillOf(work: () => Promise<void>): Promise<number> {
  let longest = 0
  let last = performance.now()
  const tick = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(tick, 5)
  try {
    await work()
  } finally {
    tick()
    clearInterval(timer)
  }
  return longest
}

test('The clock of a turn runs while it computes, and stands still while it waits', async () => {
  const clock = new TurnClock(20)
  clock.start()
  clock.stop()
  await new Promise((resolve) => setTimeout(resolve, 60))
  clock.start()
  expect(clock.isOutOfTime()).toBe(false)
  expect(clock.isPauseDue()).toBe(false)
  for (const end = performance.now() + 30; performance.now() < end; );
  expect([clock.isOutOfTime(), clock.isPauseDue()]).toEqual([true, true])
})
