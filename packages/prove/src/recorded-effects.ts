import { type Effect, type EffectOutcome, type Effects, type HttpCall, startOfJson } from '@colloquy/engine'
import { utf8Bytes } from '@colloquy/flow'
import { textHash } from './text-hash.js'

/** Excludes kinds of effects that are not recorded: a replay answers them from the conversation itself, or needs none. */
type RecordedKind = Exclude<keyof Effects, 'transcript' | 'pause'>

/** The recorded part of an outcome. A linked bot is recorded as the id of its release. */
type Kept<K extends RecordedKind> = K extends 'program' ? { programId?: string } : Effects[K]['brings']

/** The outcome of one effect, identified by a hash of its request. `cutBytes`: an outcome of at least this size was not recorded. */
export type RecordedEffect = {
  [K in RecordedKind]: { kind: K; request: string } & ({ outcome: Kept<K> } | { cutBytes: number })
}[RecordedKind]

/**
 * Identifies the request of an effect. Values of HTTP headers are excluded, because authors write credentials there; those of the vault are
 * never part of an effect.
 */
export function requestHash(effect: Effect): string {
  return textHash(JSON.stringify(effect.kind === 'http' ? withoutHeaderValues(effect) : effect))
}

function withoutHeaderValues(effect: Effect & { kind: 'http' }): object {
  const { headers, ...request } = effect.request
  return { ...effect, request: { ...request, headers: headers.map(([name]) => name.toLowerCase()) } }
}

/** Collects the outcomes of one turn's effects, up to a number of bytes of JSON. Further outcomes are marked as cut. */
export class EffectRecorder {
  #bytesLeft: number
  #effects: RecordedEffect[] | undefined

  constructor(maxBytes: number) {
    this.#bytesLeft = maxBytes
  }

  add(effect: Effect, outcome: EffectOutcome): void {
    const recorded = this.#recorded(effect, outcome)
    if (!recorded) return
    this.#effects ??= []
    this.#effects.push({ kind: effect.kind, request: requestHash(effect), ...recorded } as RecordedEffect)
  }

  #recorded(effect: Effect, outcome: EffectOutcome): { outcome: object } | { cutBytes: number } | undefined {
    const length = textLengthOf(outcome)
    if (length > this.#bytesLeft) return { cutBytes: length }
    const kept = keptOf(effect, outcome)
    if (!kept) return undefined
    const bytes = utf8Bytes(startOfJson(kept, this.#bytesLeft + 1))
    if (bytes > this.#bytesLeft) return { cutBytes: bytes }
    this.#bytesLeft -= bytes
    return { outcome: kept }
  }

  /** Undefined if the turn had no effects to record. */
  taken(): RecordedEffect[] | undefined {
    return this.#effects
  }
}

/** Length of the text in an outcome, which may be megabytes: the text is not read if it cannot be recorded. */
function textLengthOf(outcome: EffectOutcome): number {
  return 'text' in outcome && typeof outcome.text === 'string' ? outcome.text.length : 0
}

/** An outcome without secrets, tokens, and messages of mail servers and providers about accounts. */
function keptOf(effect: Effect, outcome: EffectOutcome): Kept<RecordedKind> | undefined {
  switch (outcome.kind) {
    case 'transcript':
    case 'pause':
      return undefined
    case 'program':
      return outcome.compiledFlow ? { programId: outcome.compiledFlow.id } : {}
    case 'payment':
      return outcome.result === 'opened'
        ? { result: 'opened', clientSecret: '', publicKey: '' }
        : { result: 'failed', reason: '' }
    case 'mail': {
      const { failure, isQueued, rejected } = outcome
      return {
        ...(failure && { failure: { reason: '' } }),
        ...(isQueued && { isQueued }),
        ...(rejected && { rejected }),
      }
    }
    case 'model': {
      if (outcome.outcome.answer === 'said') return { outcome: outcome.outcome }
      const { details, ...failed } = outcome.outcome
      return { outcome: failed }
    }
    case 'request': {
      const { kind, ...answer } = outcome
      return answer.answer === 'signed' ? { answer: 'signed', token: '' } : answer
    }
    case 'http': {
      const { kind, ...answer } = outcome
      if (answer.answer !== 'response' || effect.kind !== 'http') return answer
      return { ...answer, text: withoutSecrets(answer.text, effect.request) }
    }
    case 'script': {
      const { kind, ...ran } = outcome
      if (ran.ok) return ran
      const { details, ...failed } = ran
      return failed
    }
    case 'person': {
      const { kind, ...asked } = outcome
      return asked
    }
    case 'mcp':
      return { outcome: outcome.outcome }
    case 'knowledge': {
      const { kind, ...found } = outcome
      return found
    }
    case 'contact':
      return { values: outcome.values }
    case 'pattern': {
      const { kind, ...matched } = outcome
      return matched
    }
  }
}

const credentialHeader = /authorization|cookie|token|key|secret|password/i
const shortestSecret = 8

/** Some services repeat the headers of a request in their response. */
function withoutSecrets(text: string, { headers }: HttpCall): string {
  const secrets = headers
    .filter(([name]) => credentialHeader.test(name))
    .flatMap(([, value]) => [value, ...value.split(/[\s;=,]+/)])
    .filter((secret) => secret.length >= shortestSecret)
    .sort((a, b) => b.length - a.length)
  return secrets.reduce((left, secret) => left.replaceAll(secret, '•••'), text)
}
