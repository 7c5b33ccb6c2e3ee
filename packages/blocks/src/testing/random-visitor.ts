import type { ReplyMessage } from '@colloquy/chat'
import type { TurnEvent } from '@colloquy/engine'
import type { RandomFlow } from '@colloquy/flow/testing'
import fc from 'fast-check'
import type { TestFlow } from './conversation.js'

/** An event without the time and seed of the turn. */
export type VisitorEvent = Omit<TurnEvent, 'now' | 'seed' | 'textFormat'> & object

const texts = fc.constantFrom(
  'a',
  '',
  '0',
  '12',
  '5 apples',
  'two words',
  '+33 6 12 34 56 78',
  'a@example.com',
  'https://example.com/a.png',
  '2026-01-31',
  '10:30',
  'One, Two',
  'x1',
  '{"statusCode":200,"data":{"a":[1]}}',
  '**bold** {{A}}',
  '\ud800',
  'x'.repeat(3000),
)

const message: fc.Arbitrary<ReplyMessage | undefined> = fc.oneof(
  { weight: 6, arbitrary: texts.map((text) => ({ type: 'text' as const, text })) },
  fc.record({
    type: fc.constant('text' as const),
    text: texts,
    metadata: fc.constantFrom({ replyId: 'x1' }, {}),
    attachedFileUrls: fc.array(texts, { maxLength: 2 }),
  }),
  fc.constant({ type: 'audio' as const, url: 'https://example.com/a.mp3' }),
  fc.constantFrom({ type: 'command' as const, command: 'go' }, { type: 'command' as const, command: 'nowhere' }),
  fc.constant(undefined),
)

/** A first turn in all its forms. */
export const randomStart = fc.record(
  {
    kind: fc.constant('start' as const),
    message,
    prefilledVariables: fc.constantFrom({ A: 'pre', List: ['x', 1, null], Nobody: 1 }, { A: null, B: { a: [1] } }),
    startFrom: fc.constantFrom(
      { type: 'group' as const, groupId: 'g1' },
      { type: 'event' as const, eventId: 'event0' },
      { type: 'group' as const, groupId: 'gone' },
    ),
    isOnlyRegistering: fc.boolean(),
  },
  { requiredKeys: ['kind'] },
) as fc.Arbitrary<VisitorEvent>

/** Any reply that a visitor may send. */
export const randomReply = message.map((said): VisitorEvent => ({ kind: 'reply', message: said }) as VisitorEvent)

/** Converts a random flow to the notation of tests. */
export function testFlow({ events, groups, edges, variables, theme, settings }: RandomFlow): TestFlow {
  const [, ...others] = events
  const targets = edges.map(({ id, to }) => [id, to.blockId === undefined ? to.groupId : `${to.groupId}/${to.blockId}`])
  return { groups, edges: Object.fromEntries(targets), events: others, variables, theme, settings }
}
