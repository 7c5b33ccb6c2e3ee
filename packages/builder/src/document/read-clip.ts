import { edgeSchema, groupSchema, toIssues, variableSchema } from '@colloquy/flow'
import * as z from 'zod'
import type { Clip } from './copy.js'

const clipSchema = z.object({
  colloquy: z.literal('groups'),
  isBlock: z.literal(true).optional(),
  groups: z.array(groupSchema).min(1),
  edges: z.array(edgeSchema),
  variables: z.array(variableSchema),
})

/** Reads a clip from the text of a clipboard. It may come from another version of the editor: `reason` says what does not fit. */
export function readClip(text: string): { ok: true; clip: Clip } | { ok: false; reason: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, reason: 'JSON' }
  }
  const parsed = clipSchema.safeParse(value)
  if (parsed.success) return { ok: true, clip: parsed.data as Clip }
  const [issue] = toIssues(parsed.error.issues)
  return { ok: false, reason: `${issue?.path}: ${issue?.message}` }
}
