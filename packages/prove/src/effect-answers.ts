import {
  type CompiledFlow,
  type ContactValues,
  type Effect,
  type EffectOutcome,
  type SaidTurn,
  transcriptOf,
} from '@colloquy/engine'
import { type RecordedEffect, requestHash } from './recorded-effects.js'
import type { Stop } from './replayed-turn.js'

/** Programs of linked bots by the id of their release. */
export type LinkedFlows = ReadonlyMap<string, CompiledFlow>

/** Which block asked for each recorded effect of a turn, by its place in the recording. */
export type EffectOwners = readonly (string | undefined)[]

/** The contact before a turn. `released`: before the same turn on the release; without it, only recorded values are known. */
export interface Contacts {
  current: ContactValues
  released: ContactValues | undefined
}

const isSameValue = (one: ContactValues[string] | undefined, other: ContactValues[string] | undefined): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** Answers the effects of one turn from its recording; performs nothing. */
export class EffectAnswers {
  /** Effects that were answered although they ask for something else than was recorded. */
  assumed = 0
  /** Asked for what the turns before decide, or for another bot. */
  readsBeyond = false
  /** Which block has used each recorded effect. */
  readonly owners: (string | undefined)[] = []
  readonly #recorded: readonly RecordedEffect[]
  readonly #used = new Set<number>()
  readonly #linked: LinkedFlows
  readonly #said: readonly SaidTurn[]
  readonly #before: EffectOwners | undefined
  readonly #contacts: Contacts

  /** `before`: of the same turn on the release; without it, only the very same requests are answered. */
  constructor(options: {
    recorded: readonly RecordedEffect[]
    linked: LinkedFlows
    said: readonly SaidTurn[]
    before: EffectOwners | undefined
    contacts: Contacts
  }) {
    this.#recorded = options.recorded
    this.#linked = options.linked
    this.#said = options.said
    this.#before = options.before
    this.#contacts = options.contacts
  }

  answer(effect: Effect, blockId: string | undefined): { outcome: EffectOutcome } | { stop: Stop } {
    if (effect.kind === 'transcript' || effect.kind === 'program') this.readsBeyond = true
    if (effect.kind === 'transcript') return { outcome: { kind: 'transcript', entries: transcriptOf(this.#said) } }
    if (effect.kind === 'contact') return this.#contact(effect, blockId)
    const unknown = (isCut: boolean) => ({ stop: { reason: 'effect' as const, kind: effect.kind, blockId, isCut } })
    const position = this.#find(effect, blockId)
    const found = position === undefined ? undefined : this.#recorded[position]
    if (effect.kind === 'person' && !found) return { outcome: { kind: 'person', answer: 'not asked' } }
    if (position === undefined || !found) return unknown(false)
    this.#used.add(position)
    this.owners[position] = blockId
    if (!('outcome' in found)) return unknown(true)
    if (found.kind !== 'program') return { outcome: { kind: found.kind, ...found.outcome } as EffectOutcome }
    const { programId } = found.outcome
    const compiledFlow = programId === undefined ? undefined : this.#linked.get(programId)
    if (programId !== undefined && !compiledFlow) return { stop: { ...unknown(false).stop, isReleaseGone: true } }
    return { outcome: { kind: 'program', compiledFlow } }
  }

  /**
   * The attributes as they were recorded. On a draft, an attribute that the conversation has changed there in another way keeps the draft's
   * value, and one that the release did not ask for has none.
   */
  #contact(
    { kind, attributes }: Effect & { kind: 'contact' },
    blockId: string | undefined,
  ): { outcome: EffectOutcome } | { stop: Stop } {
    const recorded = this.#recorded.filter((one) => one.kind === 'contact')
    const known: ContactValues = Object.assign(
      {},
      ...recorded.map((one) => ('outcome' in one ? one.outcome.values : {})),
    )
    const { current, released } = this.#contacts
    const values: Record<string, ContactValues[string]> = {}
    for (const key of attributes) {
      const isOther = released !== undefined && !isSameValue(current[key], released[key])
      const value = isOther || (released && known[key] === undefined) ? (current[key] ?? null) : known[key]
      if (value === undefined) {
        const isCut = recorded.some((one) => 'cutBytes' in one)
        return { stop: { reason: 'effect', kind, blockId, isCut } }
      }
      values[key] = value
    }
    return { outcome: { kind, values } }
  }

  /** The same request of the same block, then of any block, then another request of the same block. */
  #find(effect: Effect, blockId: string | undefined): number | undefined {
    if (this.#recorded.length === 0) return undefined
    const request = requestHash(effect)
    const isFree = ({ kind }: RecordedEffect, position: number) => kind === effect.kind && !this.#used.has(position)
    const isOwn = (position: number) => this.#before?.[position] === blockId
    const same = this.#positions((one, position) => isFree(one, position) && one.request === request)
    const exact = same.find(isOwn) ?? same[0]
    if (exact !== undefined || !this.#before) return exact
    const [assumed] = this.#positions((one, position) => isFree(one, position) && isOwn(position))
    if (assumed !== undefined) this.assumed += 1
    return assumed
  }

  #positions(fits: (effect: RecordedEffect, position: number) => boolean): number[] {
    return this.#recorded.flatMap((effect, position) => (fits(effect, position) ? position : []))
  }
}
