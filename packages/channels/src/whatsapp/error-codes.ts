import type { DelayCause, FailureCause } from '../calls.js'

/** Meta's codes for too many calls and for internal failures (reference: Cloud API, error codes). */
export const temporaryCodes: ReadonlySet<number> = new Set([1, 2, 4, 80007, 130429, 131000, 131016, 131048, 133016])

/** Codes that are not errors of the message, or that say what has to happen before the next one. */
const failures = new Map<number, FailureCause>([
  [131047, 'window'],
  [131049, 'cap'],
  [131050, 'opt-out'],
])

export const causes: ReadonlyMap<number, DelayCause | FailureCause> = new Map<number, DelayCause | FailureCause>([
  ...failures,
  [190, 'token'],
  [131056, 'pair-rate'],
])

/** The cause of a message that was accepted and then not delivered. */
export const failureCauseOf = (code: number): FailureCause | undefined => failures.get(code)
