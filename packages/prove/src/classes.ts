/**
 * Outcomes of a conversation on another version of its flow, most serious first. A conversation has the class of its most serious turn.
 *
 * - `failed`: the version logs a new error.
 * - `refused`: the version rejects a valid reply.
 * - `ended`: the conversation ends earlier or later.
 * - `question`: an input has no recorded answer.
 * - `unasked`: the version skips an answered input.
 * - `path`: the conversation visits other blocks.
 * - `unknown`: the replay cannot continue, for example because it would send a new request to a service.
 * - `values`: same path, different variable values.
 * - `wording`: same path and values, different text.
 * - `same`: no change.
 */
export const replayClasses = [
  'failed',
  'refused',
  'ended',
  'question',
  'unasked',
  'path',
  'unknown',
  'values',
  'wording',
  'same',
] as const

export type ReplayClass = (typeof replayClasses)[number]

/**
 * Why a conversation is `unknown`.
 *
 * - `effect`: an effect of the draft has no recorded outcome.
 * - `cut`: its outcome was too large to keep.
 * - `restored`: it began from a remembered result.
 * - `long`: it has more turns, or larger ones, than are replayed.
 * - `release`: its release, or that of a linked bot, is not available.
 * - `unrepeatable`: its own release no longer gives what was recorded.
 */
export const unknownReasons = ['effect', 'cut', 'restored', 'long', 'release', 'unrepeatable'] as const

export type UnknownReason = (typeof unknownReasons)[number]

/** The comparison of one turn or one conversation. */
export interface Comparison {
  class: ReplayClass
  /** The block where it differs first. */
  blockId?: string
  /** The turn where it differs first, from 0. */
  turn?: number
  reason?: UnknownReason
  /** Outcomes of effects that were reused for another request. */
  assumed?: number
}

export function isMoreSerious(one: ReplayClass, other: ReplayClass): boolean {
  return replayClasses.indexOf(one) < replayClasses.indexOf(other)
}
