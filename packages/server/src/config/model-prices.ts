import type { SpentTokens } from '@colloquy/flow/integrations'
import * as z from 'zod'

const price = z.number().min(0).max(1_000_000)
const priceSchema = z.strictObject({ in: price, cachedIn: price.optional(), out: price })

const pricesSchema = z.strictObject({
  currency: z.string().regex(/^[A-Z]{3}$/, 'three capital letters'),
  models: z.record(z.string().min(1).max(200), priceSchema),
})

/** Prices per million tokens, set by the operator. */
export type ModelPrice = z.infer<typeof priceSchema>

/** `COLLOQUY_MODEL_PRICES`: prices by patterns of model names; the first pattern that matches counts. */
export type ModelPrices = z.infer<typeof pricesSchema>

const ceiling = z.number().positive()
const ceilingsSchema = z.strictObject({ dayTokens: ceiling.optional(), monthCost: ceiling.optional() })

/** `COLLOQUY_MODEL_CEILINGS`: ceilings of each workspace; costs are in the currency of the prices. */
export type WorkspaceCeilings = z.infer<typeof ceilingsSchema>

export const modelPricesSchema = json(pricesSchema)
export const workspaceCeilingsSchema = json(ceilingsSchema)

function json<Schema extends z.ZodType>(schema: Schema) {
  return z.string().transform((text, context): z.infer<Schema> => {
    const parsed = schema.safeParse(read(text))
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    const path = issue?.path.join('.') || 'the whole value'
    context.addIssue({ code: 'custom', message: `${path}: ${issue?.message}. See docs/settings.md for an example` })
    return z.NEVER
  })
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the price of a model; undefined when the operator has set none, so that its tokens cost nothing here. */
export function priceOf({ models }: ModelPrices, model: string): ModelPrice | undefined {
  return Object.entries(models).find(([pattern]) => fits(model, pattern))?.[1]
}

/** True if a name contains the parts of a pattern between its asterisks, in their order. */
function fits(name: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return name === pattern
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false
  const end = name.length - last.length
  let from = first.length
  for (const part of rest) {
    const found = name.indexOf(part, from)
    if (found < 0 || found + part.length > end) return false
    from = found + part.length
  }
  return true
}

/** Microcents (millionths of a cent) per token, at a price of 1 per million. */
const perToken = 100

/** Converts a whole amount into microcents. */
export const microcentsOf = (amount: number): number => Math.round(amount * 100_000_000)

/** Cost of tokens in microcents. */
export function costOf(price: ModelPrice | undefined, { input, output, cached }: SpentTokens): number {
  if (!price) return 0
  const kept = Math.min(cached, input)
  const fresh = input - kept
  return Math.ceil((fresh * price.in + kept * (price.cachedIn ?? price.in) + output * price.out) * perToken)
}
