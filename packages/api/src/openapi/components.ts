import type * as z from 'zod'
import {
  type Direction,
  forEachReference,
  type JsonSchema,
  referencePrefix,
  renameReferences,
  toJsonSchemas,
} from './json-schema.js'

/** The schemas of a document: the named ones, and those of each operation with references to them. */
export class Components {
  readonly schemas: Readonly<Record<string, JsonSchema>>
  readonly #shapes: Record<Direction, ReadonlyMap<z.ZodType, JsonSchema>>

  /** Shapes that differ between requests and responses exist twice: `Bot` and `BotInput`. */
  constructor(shapes: Record<Direction, Iterable<z.ZodType>>) {
    const input = toJsonSchemas(shapes.input, 'input')
    const output = toJsonSchemas(shapes.output, 'output')
    const different = differentNames(input.named, output.named)
    for (const json of [...input.shapes.values(), ...input.named.values()]) {
      renameReferences(json, ($ref) => (different.has(referredName({ $ref })) ? `${$ref}Input` : $ref))
    }
    const sent = [...input.named].map(([name, json]) => [different.has(name) ? `${name}Input` : name, json] as const)
    this.schemas = Object.fromEntries([...sent, ...output.named].sort(([one], [other]) => (one < other ? -1 : 1)))
    this.#shapes = { input: input.shapes, output: output.shapes }
  }

  /** The JSON Schema of one of the given shapes. */
  describe(shape: z.ZodType, io: Direction): JsonSchema {
    return this.#shapes[io].get(shape) as JsonSchema
  }
}

/** Names of shapes that differ between the two directions, in themselves or in what they refer to. */
function differentNames(input: ReadonlyMap<string, JsonSchema>, output: ReadonlyMap<string, JsonSchema>): Set<string> {
  const shared = [...input].filter(([name]) => output.has(name))
  const different = new Set(
    shared.filter(([name, json]) => JSON.stringify(json) !== JSON.stringify(output.get(name))).map(([name]) => name),
  )
  for (let before = -1; before < different.size; ) {
    before = different.size
    for (const [name, json] of shared) {
      forEachReference(json, (reference) => {
        if (different.has(referredName(reference))) different.add(name)
      })
    }
  }
  return different
}

export const referredName = ({ $ref = '' }: JsonSchema): string => $ref.slice(referencePrefix.length)
