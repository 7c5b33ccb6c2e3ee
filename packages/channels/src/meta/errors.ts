import type { ProviderError } from '../calls.js'
import { field } from '../fields.js'

/** Reads the error of a response of Meta, by the codes after which the same call may succeed later. */
export function errorReader(temporaryCodes: ReadonlySet<number>) {
  return ({ error }: Readonly<Record<string, unknown>>): ProviderError => {
    const message = field(error, 'message')
    return {
      message: typeof message === 'string' ? message : undefined,
      isTemporary: temporaryCodes.has(Number(field(error, 'code') ?? 0)),
    }
  }
}
