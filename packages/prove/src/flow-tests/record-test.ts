import { type CompiledFlow, entryText } from '@colloquy/engine'
import { type CassetteEntry, type Expectation, type FlowTest, flowTestSchema, maxTestBytes } from '@colloquy/flow'
import type { RecordedConversation } from '../conversation.js'
import { groupsOf, nameOf } from './expectations.js'
import type { TestWorld } from './rehearsal.js'
import { rehearse } from './run-test.js'

export type RecordOutcome = { ok: true; test: FlowTest } | { ok: false; reason: string }

/** Turns a conversation into a test: its replies, what services answered, and, as expectations, what the flow gives now. */
export function recordTest(
  { turns, isUnknown }: Pick<RecordedConversation, 'turns' | 'isUnknown'>,
  name: string,
  compiledFlow: CompiledFlow,
  world: TestWorld,
): RecordOutcome {
  const [first] = turns
  if (isUnknown === 'long') return { ok: false, reason: 'The conversation has too many turns for a test.' }
  if (isUnknown === 'restored') {
    return { ok: false, reason: 'The conversation began from a remembered result, which is not recorded.' }
  }
  if (!first) return { ok: false, reason: 'The conversation has not begun, or its turns were deleted.' }
  if (turns.some(({ record }) => record.handBack))
    return { ok: false, reason: 'A person let the bot continue at another group.' }
  const { start, messaging } = first.record
  const given = {
    name,
    start: {
      at: first.now,
      seed: first.seed,
      ...(start?.startFrom && { from: start.startFrom }),
      ...(start?.prefilledVariables && { variables: plainVariables(start.prefilledVariables) }),
      ...(messaging && { channel: 'messaging' }),
      ...contactAtStart(turns),
    },
    steps: turns
      .filter(({ record }) => !record.isGenerated)
      .map(({ record, now, seed }, index) => {
        const message = record.message ?? (index === 0 ? start?.message : undefined)
        const reply = message?.type === 'text' && isPlain(message) ? message.text : message
        return { ...(reply !== undefined && { reply }), ...(index > 0 && { at: now, seed }) }
      }),
    cassette: turns.flatMap(({ record }) => (record.effects ?? []).flatMap(entryOf)),
  }
  const read = flowTestSchema().safeParse(given)
  if (!read.success) return { ok: false, reason: 'The conversation is too large for a test.' }
  const test = withExpectations(simplified(read.data, compiledFlow, world), compiledFlow, world)
  if (JSON.stringify(test).length > maxTestBytes) {
    return { ok: false, reason: `The test would take more than ${maxTestBytes} bytes.` }
  }
  return { ok: true, test }
}

/** Leaves the time and seed of each step out where the conversation does not depend on them. */
function simplified(test: FlowTest, compiledFlow: CompiledFlow, world: TestWorld): FlowTest {
  const plain = { ...test, steps: test.steps.map(({ at, seed, ...step }) => step) }
  return tellOf(plain, compiledFlow, world) === tellOf(test, compiledFlow, world) ? plain : test
}

function tellOf(test: FlowTest, compiledFlow: CompiledFlow, world: TestWorld): string {
  const { outcomes, stopped } = rehearse(test, compiledFlow, world)
  const values = compiledFlow.variables.map(({ id }) => outcomes.at(-1)?.valueOf(id))
  return JSON.stringify([outcomes.map(({ entries, path, awaits }) => [entries, path, awaits]), values, stopped])
}

/** Proposes as expectations what the flow gives now. */
export function withExpectations(test: FlowTest, compiledFlow: CompiledFlow, world: TestWorld): FlowTest {
  const { outcomes, stopped } = rehearse(test, compiledFlow, world)
  const steps = test.steps.map((step, index) => {
    const outcome = outcomes[index]
    if (!outcome || (stopped && index >= outcomes.length - 1)) return step
    const messages = outcome.entries
      .slice(0, 20)
      .flatMap((entry): Expectation[] => (entryText(entry).trim() ? [messageExpectation(entryText(entry))] : []))
    const blockId = outcome.awaits ?? null
    const awaits: Expectation[] =
      blockId === null || compiledFlow.blockById.has(blockId)
        ? [{ kind: 'awaits', blockId, ...(blockId && { hint: nameOf(blockId, compiledFlow) }) }]
        : []
    return { ...step, expect: [...messages, ...awaits] }
  })
  const path = groupsOf(
    outcomes.flatMap((outcome) => outcome.path),
    compiledFlow,
  )
  const last = outcomes.at(-1)
  const variables = compiledFlow.variables.flatMap(({ id, name }): Expectation[] => {
    const value = last?.valueOf(id) ?? null
    return value === null || JSON.stringify(value).length > 2000 ? [] : [{ kind: 'variable', id, hint: name, value }]
  })
  const expect: Expectation[] = [
    {
      kind: 'path',
      groups: path.slice(0, 500).map((id) => ({ id, ...hintOf(compiledFlow.groupById.get(id)?.title) })),
    },
    ...variables.slice(0, 50),
    ...(outcomes.some(({ isCompleted }) => isCompleted) ? ([{ kind: 'completed', value: true }] as const) : []),
    ...(outcomes.every(({ errors }) => errors.length === 0) ? ([{ kind: 'noErrors' }] as const) : []),
  ]
  return { ...test, steps, expect: stopped ? [] : expect }
}

/** Characters of an expected text. Of a longer message, its beginning is expected. */
const maxExpected = 20_000

const messageExpectation = (text: string): Expectation =>
  text.length <= maxExpected
    ? { kind: 'message', text, match: 'exact' }
    : { kind: 'message', text: text.slice(0, maxExpected), match: 'contains' }

const hintOf = (hint: string | undefined) => (hint ? { hint: hint.slice(0, 300) } : {})

function isPlain(message: object): boolean {
  return Object.entries(message).every(([key, value]) => key === 'type' || key === 'text' || value === undefined)
}

/** Values that a test can hold: the rest is of other pages than the chat. */
function plainVariables(values: Record<string, unknown>): Record<string, unknown> {
  const isCell = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)
  return Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value === null || isCell(value) || (Array.isArray(value) && value.every(isCell)),
    ),
  )
}

/** The contact before the conversation: the first value of each attribute that it asked for. */
function contactAtStart(turns: RecordedConversation['turns']): Pick<FlowTest['start'], 'contact'> {
  const contact: NonNullable<FlowTest['start']['contact']> = {}
  for (const effect of turns.flatMap(({ record }) => record.effects ?? [])) {
    if (effect.kind !== 'contact' || !('outcome' in effect)) continue
    for (const [key, value] of Object.entries(effect.outcome.values))
      if (!Object.hasOwn(contact, key)) contact[key] = typeof value === 'object' && value !== null ? [...value] : value
  }
  return Object.keys(contact).length === 0 ? {} : { contact }
}

type Recorded = NonNullable<RecordedConversation['turns'][number]['record']['effects']>[number]

/** Kinds of effects that a test does not replay: it uses the current linked bots and its own contact, and asks no person. */
const isOfTest: ReadonlySet<string> = new Set(['program', 'contact', 'person'])

function entryOf(effect: Recorded): CassetteEntry[] {
  if (!('outcome' in effect) || isOfTest.has(effect.kind)) return []
  const { request, outcome } = effect
  return [{ kind: effect.kind, request, outcome } as CassetteEntry]
}
