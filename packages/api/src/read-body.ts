import type * as z from 'zod'

/** Parses the body of a request. A missing one is like an empty object, so that it may be omitted where all of its members are optional. */
export function readBody(schema: z.ZodType, sent: unknown): z.ZodSafeParseResult<unknown> {
  const parsed = schema.safeParse(sent)
  return parsed.success || (sent !== undefined && sent !== null) ? parsed : schema.safeParse({})
}
