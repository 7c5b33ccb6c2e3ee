import { nameFinder } from '@colloquy/flow'
import * as z from 'zod'
import { authorLimits } from './tables/authors.js'
import { conversationLimits } from './tables/conversations.js'
import { memoryLimits } from './tables/memory.js'
import { quotas } from './tables/quotas.js'
import { requestLimits } from './tables/requests.js'
import { storedDataLimits } from './tables/stored-data.js'
import { turnLimits } from './tables/turns.js'

/**
 * Every limit of the service, and the only place where defaults are defined. `Limits`, `COLLOQUY_LIMITS`, docs/limits.md and the metric
 * `colloquy_limits_reached_total` derive from it.
 */
export const limitTable = {
  ...requestLimits,
  ...conversationLimits,
  ...turnLimits,
  ...memoryLimits,
  ...quotas,
  ...authorLimits,
  ...storedDataLimits,
}

export type LimitName = keyof typeof limitTable

export type Limits = Record<LimitName, number>

const names = Object.keys(limitTable) as LimitName[]

export const defaultLimits = Object.fromEntries(names.map((name) => [name, limitTable[name].value])) as Limits

/** `COLLOQUY_LIMITS`: a JSON object of the limits that differ from their defaults, by name. */
export const limitsSchema = z.string().transform((text, context): Limits => {
  const given = readObject(text)
  const problem = given === undefined ? 'not a JSON object' : problemOf(given)
  if (problem === undefined) return { ...defaultLimits, ...given }
  context.addIssue({
    code: 'custom',
    message: `${problem}; allowed are positive numbers by the names in docs/limits.md`,
  })
  return z.NEVER
})

/** The limit with the most similar name, if one is similar. */
function suggestion(name: string): string {
  const near = nameFinder(names)(name)
  return near === undefined ? '' : ` (did you mean ${near}?)`
}

function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return z.record(z.string(), z.unknown()).safeParse(value).data
  } catch {
    return undefined
  }
}

function problemOf(given: Record<string, unknown>): string | undefined {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(limitTable, name)) return `${name} is not a limit${suggestion(name)}`
    if (typeof value !== 'number' || !(value > 0)) return `${name} is not a positive number`
  }
}
