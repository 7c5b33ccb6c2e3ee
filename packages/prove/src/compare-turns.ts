import type { CompiledFlow, VariableValue } from '@colloquy/engine'
import type { Comparison } from './classes.js'
import { type ReplayedTurn, reasonOf } from './replayed-turn.js'

/** How a turn on the draft compares with the same turn on the release. `waited`: the block whose reply the turn took. */
export function compareTurns(
  before: ReplayedTurn,
  after: ReplayedTurn,
  { release, draft, waited }: { release: CompiledFlow; draft: CompiledFlow; waited: string | undefined },
): Comparison {
  const { stopped } = after
  if (stopped?.reason === 'refused') return { class: 'refused', blockId: waited }
  if (stopped) return { class: 'unknown', reason: reasonOf(stopped), blockId: stopped.blockId }
  const newError = after.errors.find((error) => !before.errors.includes(error))
  if (newError !== undefined) return { class: 'failed', blockId: newError.split(' ').at(-1) || after.path.at(-1) }
  if (after.isRejected && !before.isRejected) return { class: 'refused', blockId: waited }
  if (before.awaits !== after.awaits) return elsewhere(before, after, { release, draft, waited })
  if (!areEqual(before.path, after.path)) return { class: 'path', blockId: forkOf(before, after, waited) }
  if (!sameVariables(before, after)) return { class: 'values', blockId: after.path.at(-1) ?? waited }
  return sameTexts(before, after)
}

/** The two versions wait at different blocks. */
function elsewhere(
  before: ReplayedTurn,
  after: ReplayedTurn,
  { release, draft, waited }: { release: CompiledFlow; draft: CompiledFlow; waited: string | undefined },
): Comparison {
  const blockId = forkOf(before, after, waited)
  if (!after.awaits) return { class: 'ended', blockId: after.path.at(-1) ?? waited }
  if (!release.blockById.has(after.awaits)) return { class: 'question', blockId: after.awaits }
  if (!before.awaits) return { class: 'ended', blockId }
  if (!draft.blockById.has(before.awaits)) return { class: 'unasked', blockId: before.awaits }
  return { class: 'path', blockId }
}

/** The last block that both visited, before their ways parted. */
function forkOf(before: ReplayedTurn, after: ReplayedTurn, waited: string | undefined): string | undefined {
  let at = 0
  while (at < before.path.length && at < after.path.length && before.path[at] === after.path[at]) at += 1
  return at === 0 ? waited : before.path[at - 1]
}

function sameTexts(before: ReplayedTurn, after: ReplayedTurn): Comparison {
  const length = Math.max(before.messages.length, after.messages.length)
  for (let i = 0; i < length; i++) {
    const [one, other] = [before.messages[i], after.messages[i]]
    if (!isSameJson(one, other)) return { class: 'wording', blockId: other?.id ?? one?.id }
  }
  const isSameInput = isSame(before.input, after.input) || textsOf(before.input) === textsOf(after.input)
  return isSameInput ? { class: 'same' } : { class: 'wording', blockId: after.input?.id }
}

/** The texts of an input: visitors see these, and meet its other rules only by their replies. */
function textsOf(input: ReplayedTurn['input']): string {
  return JSON.stringify(input ?? null, (_, value) => (isRule(value) ? undefined : value))
}

function isRule(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean'
}

/** As JSON. Most values are the same throughout, which is found without writing them. */
function isSameJson(one: unknown, other: unknown): boolean {
  return isSame(one, other) || JSON.stringify(one) === JSON.stringify(other)
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length && keys.every((key) => isSame(one[key as never], other[key as never]))
  )
}

function sameVariables(before: ReplayedTurn, after: ReplayedTurn): boolean {
  return (
    before.variables.length === after.variables.length &&
    before.variables.every((values, frame) => sameValues(values, after.variables[frame] ?? {}))
  )
}

type Values = Readonly<Record<string, VariableValue>>

function sameValues(one: Values, other: Values): boolean {
  const ids = Object.keys(one)
  return ids.length === Object.keys(other).length && ids.every((id) => sameValue(one[id], other[id]))
}

function sameValue(one: VariableValue | undefined, other: VariableValue | undefined): boolean {
  if (one === other) return true
  return Array.isArray(one) && Array.isArray(other) && areEqual(one, other)
}

function areEqual(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at])
}
