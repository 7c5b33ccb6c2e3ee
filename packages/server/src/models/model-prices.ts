import type { SpentTokens } from '@colloquy/flow/integrations'
import * as z from 'zod'

const price = z.number().min(0).max(1_000_000)
const priceSchema = z.strictObject({ in: price, cachedIn: price.optional(), out: price })

const pricesSchema = z.strictObject({
  currency: z.string().regex(/^[A-Z]{3}$/, 'three capital letters'),
  models: z.record(z.string().min(1).max(200), priceSchema),
})

/** What an operator pays for a million tokens. */
export type ModelPrice = z.infer<typeof priceSchema>

/** `COLLOQUY_MODEL_PRICES`: prices by patterns of model names, of which the first that fits counts. */
export type ModelPrices = z.infer<typeof pricesSchema>

const ceiling = z.number().positive()
const ceilingsSchema = z.strictObject({ dayTokens: ceiling.optional(), monthCost: ceiling.optional() })

/** `COLLOQUY_MODEL_CEILINGS`: what each workspace may use up; the cost in the currency of the prices. */
export type WorkspaceCeilings = z.infer<typeof ceilingsSchema>

export const modelPricesSchema = json(pricesSchema)
export const workspaceCeilingsSchema = json(ceilingsSchema)

function json<Schema extends z.ZodType>(schema: Schema) {
  return z.string().transform((text, context): z.infer<Schema> => {
    const parsed = schema.safeParse(read(text))
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    const place = issue?.path.join('.') || 'the whole value'
    context.addIssue({ code: 'custom', message: `${place}: ${issue?.message}. See docs/settings.md for an example` })
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

/** The price of a model; undefined where the operator has set none, so that its tokens cost nothing here. */
export function priceOf({ models }: ModelPrices, model: string): ModelPrice | undefined {
  return Object.entries(models).find(([pattern]) => fits(model, pattern))?.[1]
}

/** Whether a name has the parts of a pattern between its asterisks, in their order. */
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

/** Microcents, millionths of a hundredth, that one token costs where a million costs 1. */
const perToken = 100

/** Microcents of a whole amount. */
export const microcentsOf = (amount: number): number => Math.round(amount * 100_000_000)

/** Microcents that tokens cost. */
export function costOf(price: ModelPrice | undefined, { input, output, cached }: SpentTokens): number {
  if (!price) return 0
  const kept = Math.min(cached, input)
  const fresh = input - kept
  return Math.ceil((fresh * price.in + kept * (price.cachedIn ?? price.in) + output * price.out) * perToken)
}
