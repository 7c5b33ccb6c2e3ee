import { randomReply, randomStart, type Talk, talks, testFlow } from '@colloquy/blocks/testing'
import { randomFlow, runsOf } from '@colloquy/flow/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BothWays, bothWays } from '../testing/both-ways.js'

let ways: BothWays
beforeAll(async () => {
  ways = await bothWays()
})
afterAll(() => ways.close())

test.each(Object.entries(talks) as [string, Talk][])(
  'the talk "%s" is the same over HTTP as by the engine alone',
  async (_, { flow, linked, visitor, said }) => {
    const replies = visitor.map((message) => ({
      kind: 'reply' as const,
      message: typeof message === 'string' ? { type: 'text' as const, text: message } : message,
    }))
    const held = await ways.hold(flow, { linked, mode: 'live', events: [{ kind: 'start' }, ...replies] })
    expect(held.said).toEqual(said)
  },
)

test('any flow and any visitor get the same over HTTP as by the engine alone', async () => {
  await fc.assert(
    fc.asyncProperty(
      randomFlow(),
      randomFlow(),
      fc.constantFrom('live' as const, 'preview' as const),
      randomStart,
      fc.array(randomReply, { maxLength: 6 }),
      async (flow, linked, mode, start, replies) => {
        const first = mode === 'live' ? { ...start, startFrom: undefined } : start
        const [main, other, events] = storable([publicFlow(flow), publicFlow(linked), [first, ...replies]])
        await ways.hold(main, { linked: { 'bot-linked': other }, mode, events })
      },
    ),
    runsOf(40, process.env),
  )
})

/** Removes allowed origins, as these visitors have no origin, and QR codes, as each rendering is a file with another address. */
function publicFlow(flow: Parameters<typeof testFlow>[0]) {
  const { security: _, ...settings } = flow.settings
  const groups = flow.groups?.map((group) => ({
    ...group,
    blocks: group.blocks.filter(({ type }) => type !== 'qr-code'),
  }))
  return testFlow({ ...flow, settings, groups })
}

/** Replaces half surrogate pairs: the server rejects them, as databases cannot store them. */
function storable<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replaceAll('\\ud800', '�'))
}
