import * as z from 'zod'
import { extension } from '../describe.js'
import { exitKinds, inputExitKinds, latePresses, maxFallbacks, personExitKinds, waitUnits } from '../exits.js'

/**
 * Builds the schema of one block type: the common part, then its own fields. `isMuted` is our extension: the engine skips a disabled block,
 * while readers of the format that do not know the field run the block.
 */
export const blockShape = <T extends string, S extends z.ZodRawShape>(type: T, shape: S, name: string = type) =>
  z
    .object({
      id: z.string(),
      type: z.literal(type),
      outgoingEdgeId: z.string().optional(),
      isMuted: extension(z.boolean().optional()),
      ...shape,
    })
    .meta({ id: blockName(name) })

/** Name of a block type in the API reference: `TextInputBlock`. */
function blockName(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/)
  return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}Block`
}

/** Fields of blocks that can be left by an exit, for example after a failure. */
export const exitShape = {
  exits: extension(
    z
      .array(
        z.object({ id: z.string(), on: z.enum(exitKinds), outgoingEdgeId: z.string().optional() }).meta({
          id: 'BlockExit',
          description: 'Exit for errors. Edges name it as an item.',
        }),
      )
      .meta({ id: 'BlockExits' })
      .optional(),
  ),
  saveErrorInVariableId: extension(z.string().optional()),
}

const waitTime = z.object({ amount: z.number(), unit: z.enum(waitUnits) })

/** Fields of inputs, which can be left other than by an answer. */
export const inputExitShape = {
  exits: extension(
    z
      .array(
        z
          .object({
            id: z.string(),
            on: z.enum(inputExitKinds),
            outgoingEdgeId: z.string().optional(),
            after: waitTime.optional(),
            tries: z.number().optional(),
            variableId: z.string().optional(),
          })
          .meta({ id: 'InputExit' }),
      )
      .meta({ id: 'InputExits' })
      .optional(),
  ),
}

/** Fields of blocks that let a person speak. */
export const personExitShape = {
  exits: extension(
    z
      .array(
        z
          .object({
            id: z.string(),
            on: z.enum(personExitKinds),
            outgoingEdgeId: z.string().optional(),
            after: waitTime.optional(),
            variableId: z.string().optional(),
          })
          .meta({ id: 'PersonExit' }),
      )
      .meta({ id: 'PersonExits' })
      .optional(),
  ),
}

/** Fields of inputs with buttons, which may be pressed late. */
export const latePressShape = {
  latePress: extension(
    z
      .object({ action: z.enum(latePresses), text: z.string().optional() })
      .meta({ id: 'LatePress' })
      .optional(),
  ),
}

/** Fields of blocks that ask a service's model. */
export const fallbackShape = {
  fallbacks: extension(
    z
      .array(
        z
          .object({ id: z.string(), credentialsId: z.string().optional(), model: z.string() })
          .meta({ id: 'FallbackModel', description: 'A model that is asked when the one before it does not answer' }),
      )
      .max(maxFallbacks)
      .optional(),
  ),
}

export const optionalText = z.string().optional()

/** An object with an entry for each type, which is made when it is first read: all schemas together take megabytes. */
export const byType = <T extends string, V>(types: readonly T[], make: (type: T) => V): { readonly [K in T]: V } =>
  Object.defineProperties({} as { [K in T]: V }, Object.fromEntries(types.map((type) => [type, madeOnce(type, make)])))

/** A property that keeps its value, also where it is copied to another object. */
function madeOnce<T, V>(type: T, make: (type: T) => V): PropertyDescriptor {
  let value: V | undefined
  return {
    enumerable: true,
    get: () => {
      value ??= make(type)
      return value
    },
  }
}
