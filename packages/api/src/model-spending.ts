import * as z from 'zod'

export const currencySchema = z.string().nullable().meta({
  description: 'Of all costs; null where the operator has set no prices, so that nothing costs anything',
  example: 'EUR',
})

const spent = {
  calls: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  cachedTokens: z.int().meta({ description: 'Those of the input that the provider had kept' }),
  cost: z.number().meta({ example: 0.0264 }),
}

export const spentSchema = z.object(spent).meta({ id: 'ModelSpent' })

export const modelSpendingSchema = z
  .object({
    provider: z.string().meta({ example: 'groq' }),
    model: z.string().meta({ example: 'small-model' }),
    ...spent,
  })
  .meta({ id: 'ModelSpending', description: 'Usage of one model' })
