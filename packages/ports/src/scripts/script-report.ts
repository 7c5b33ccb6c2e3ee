import * as z from 'zod'
import type { ScriptReport } from './segment.js'

const reportSchema = z.object({
  state: z.enum(['done', 'threw', 'memory', 'too-large', 'waits', 'stuck']),
  value: z.unknown().optional(),
  assigned: z.array(z.object({ name: z.string(), value: z.unknown().optional() })).optional(),
  message: z.string().optional(),
  requests: z
    .array(
      z.object({
        id: z.number(),
        input: z.string(),
        init: z.object({
          method: z.string().optional(),
          headers: z.record(z.string(), z.string()).optional(),
          body: z.string().optional(),
        }),
      }),
    )
    .optional(),
}) satisfies z.ZodType<ScriptReport>

/** Reads what came out of the sandbox. A script that has broken its own way of reporting is one that threw. */
export function readReport(text: string): ScriptReport {
  const broken: ScriptReport = { state: 'threw', message: 'Error: the script changed the language too much to report' }
  try {
    return reportSchema.safeParse(JSON.parse(text)).data ?? broken
  } catch {
    return broken
  }
}
