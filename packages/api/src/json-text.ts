import * as z from 'zod'

/** Reads JSON from a query parameter. */
export function jsonText<Schema extends z.ZodType>(schema: Schema) {
  return z
    .string()
    .max(8_000)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue({ code: 'custom', message: 'Give JSON' })
        return z.NEVER
      }
    })
    .pipe(schema)
}
