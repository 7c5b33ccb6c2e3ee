import type { DelayCause, FailureCause, ProviderError } from '../calls.js'
import { field } from '../fields.js'

/** Reads the error of a response of Meta, by the codes after which the same call may succeed later, and by those with a known cause. */
export function errorReader(
  temporaryCodes: ReadonlySet<number>,
  causes: ReadonlyMap<number, DelayCause | FailureCause> = new Map(),
) {
  return ({ error }: Readonly<Record<string, unknown>>): ProviderError => {
    const message = field(error, 'message')
    const code = Number(field(error, 'code') ?? 0)
    return {
      message: typeof message === 'string' ? message : undefined,
      isTemporary: temporaryCodes.has(code),
      cause: causes.get(code),
    }
  }
}
