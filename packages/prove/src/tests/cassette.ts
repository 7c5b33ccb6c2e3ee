import type { Effect, EffectOutcome } from '@colloquy/engine'
import type { CassetteEntry } from '@colloquy/flow'
import { requestHash } from '../recorded-effects.js'

/** Answers the effects of a test. An answer is used again when the same is asked once more and there is no further one. */
export class Cassette {
  readonly #entries: readonly CassetteEntry[]
  readonly #used = new Set<CassetteEntry>()

  constructor(entries: readonly CassetteEntry[]) {
    this.#entries = entries
  }

  /** The answer recorded for this very request, else the one for its method and address. Undefined where there is none. */
  answer(effect: Effect): EffectOutcome | undefined {
    const ofKind = this.#entries.filter(({ kind }) => kind === effect.kind)
    if (ofKind.length === 0) return undefined
    const hash = requestHash(effect)
    const exact = ofKind.filter(({ request }) => request === hash)
    const fitting =
      exact.length > 0 ? exact : ofKind.filter((entry) => entry.request === undefined && fits(entry, effect))
    const entry = fitting.find((one) => !this.#used.has(one)) ?? fitting.at(-1)
    if (!entry) return undefined
    this.#used.add(entry)
    return { kind: entry.kind, ...entry.outcome } as EffectOutcome
  }
}

function fits({ method, url }: CassetteEntry, effect: Effect): boolean {
  if (effect.kind !== 'http') return method === undefined && url === undefined
  const { request } = effect
  return (method === undefined || method === request.method) && (url === undefined || url === request.url)
}

/** Tries a pattern here: it is part of the flow, not of the outside world. The caller limits the time of the whole run. */
export function matchedHere(effect: Effect): EffectOutcome | undefined {
  if (effect.kind !== 'pattern') return undefined
  try {
    const expression = new RegExp(effect.pattern, effect.flags)
    const matches = effect.texts.map((text) => {
      expression.lastIndex = 0
      return expression.test(text)
    })
    return { kind: 'pattern', ok: true, matches }
  } catch (error) {
    return { kind: 'pattern', ok: false, reason: 'invalid', message: (error as Error).message }
  }
}
