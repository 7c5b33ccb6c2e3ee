import * as z from 'zod'

/** Builds the schema of one block type: the common part, then what is its own. */
export const blockShape = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ id: z.string(), type: z.literal(type), outgoingEdgeId: z.string().optional(), ...shape })

export const optionalText = z.string().optional()
export const optionalFlag = z.boolean().optional()
export const keyValues = z.array(z.object({ id: z.string(), key: optionalText, value: optionalText })).optional()
