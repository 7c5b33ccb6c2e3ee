import type { Effect, EffectOutcome } from '@colloquy/engine'

/** Runs scripts without `fetch`, and patterns, in the JavaScript engine of the test itself. Only for code written by the tests. */
export function nativeOutcome(effect: Effect): EffectOutcome | undefined {
  if (effect.kind === 'pattern') return pattern(effect.pattern, effect.flags, effect.texts)
  if (effect.kind !== 'script') return undefined
  const assigned = new Map<string, unknown>()
  const setVariable = (name: string, value: unknown) => void assigned.set(name, value)
  let reason: 'syntax' | 'threw' = 'syntax'
  try {
    const run = new Function('setVariable', ...Object.keys(effect.args), effect.code)
    reason = 'threw'
    const value: unknown = run(setVariable, ...Object.values(effect.args))
    return {
      kind: 'script',
      ok: true,
      ...(value === undefined ? {} : { value }),
      assigned: [...assigned].map(([name, value]) => ({ name, value })),
    }
  } catch (error) {
    return { kind: 'script', ok: false, reason, message: String(error) }
  }
}

function pattern(source: string, flags: string, texts: string[]): EffectOutcome {
  try {
    const matches = texts.map((text) => new RegExp(source, flags).test(text))
    return { kind: 'pattern', ok: true, matches }
  } catch (error) {
    return { kind: 'pattern', ok: false, reason: 'invalid', message: String(error) }
  }
}

/** Outcomes of an environment in which every effect fails, and the conversation is empty. */
export function failedOutcome(effect: Effect): EffectOutcome | undefined {
  switch (effect.kind) {
    case 'http':
      return { kind: 'http', answer: 'failed', reason: 'nobody answers' }
    case 'request':
      return { kind: 'request', answer: 'failed', reason: 'nobody answers' }
    case 'model':
      return { kind: 'model', outcome: { answer: 'failed', cause: 'overloaded', reason: 'nobody answers' } }
    case 'knowledge':
      return { kind: 'knowledge', answer: 'failed', reason: 'nobody answers' }
    case 'mcp':
      return { kind: 'mcp', outcome: { answer: 'failed', cause: 'overloaded', reason: 'nobody answers' } }
    case 'mail':
      return { kind: 'mail', failure: { reason: 'nobody answers' } }
    case 'payment':
      return { kind: 'payment', result: 'failed', reason: 'nobody answers' }
    case 'person':
      return { kind: 'person', answer: 'not asked' }
    case 'transcript':
      return { kind: 'transcript', entries: [] }
    default:
      return undefined
  }
}
