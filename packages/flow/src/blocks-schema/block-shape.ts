import * as z from 'zod'

/**
 * Builds the schema of one block type: the common part, then what is its own. `isMuted` is a field of ours: the engine passes a
 * muted block over, and readers of the format that do not know it run the block.
 */
export const blockShape = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({
    id: z.string(),
    type: z.literal(type),
    outgoingEdgeId: z.string().optional(),
    isMuted: z.boolean().optional(),
    ...shape,
  })

export const optionalText = z.string().optional()
export const optionalFlag = z.boolean().optional()
export const keyValues = z.array(z.object({ id: z.string(), key: optionalText, value: optionalText })).optional()
