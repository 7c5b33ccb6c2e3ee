import type { CompiledFlow, Effect, EffectOutcome } from '@colloquy/engine'
import type { CassetteEntry } from '@colloquy/flow'
import { requestHash } from '../recorded-effects.js'

/** Answers the effects of a test. An answer is used again when the same is asked once more and there is no further one. */
export class Cassette {
  readonly #entries: readonly CassetteEntry[]
  readonly #used = new Set<CassetteEntry>()

  constructor(entries: readonly CassetteEntry[]) {
    this.#entries = entries
  }

  /**
   * The answer recorded for this very request, else the one for its method and address, else the example that its block keeps, else one
   * for any request. Undefined where there is none.
   */
  answer(effect: Effect, example?: EffectOutcome): EffectOutcome | undefined {
    const ofKind = this.#entries.filter(({ kind }) => kind === effect.kind)
    if (ofKind.length === 0) return example
    const hash = requestHash(effect)
    const exact = ofKind.filter(({ request }) => request === hash)
    const fitting =
      exact.length > 0 ? exact : ofKind.filter((entry) => entry.request === undefined && fits(entry, effect))
    const known = example ? fitting.filter(({ request, url }) => request !== undefined || url !== undefined) : fitting
    const entry = known.find((one) => !this.#used.has(one)) ?? known.at(-1)
    if (!entry) return example
    this.#used.add(entry)
    return { kind: entry.kind, ...entry.outcome } as EffectOutcome
  }
}

function fits({ method, url }: CassetteEntry, effect: Effect): boolean {
  if (effect.kind !== 'http') return method === undefined && url === undefined
  const { request } = effect
  return (method === undefined || method === request.method) && (url === undefined || url === request.url)
}

/** The first example of an answer that the block of a request keeps. */
export function exampleOf(
  compiledFlow: CompiledFlow,
  effect: Effect,
  blockId: string | undefined,
): EffectOutcome | undefined {
  if (effect.kind !== 'http' || blockId === undefined) return undefined
  const { options } = (compiledFlow.blockById.get(blockId)?.block ?? {}) as {
    options?: { responseExamples?: Example[] }
  }
  const example = options?.responseExamples?.[0]
  return example && { kind: 'http', answer: 'response', status: example.status ?? 200, text: example.body ?? '' }
}

interface Example {
  status?: number
  body?: string
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
