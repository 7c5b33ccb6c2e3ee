import fc from 'fast-check'
import { blockSchemas } from '../blocks-schema/block.js'
import { arbitraryOfSchema } from './arbitrary-of-schema.js'
import type { RandomBlock } from './random-flow.js'

/** What stands in the blocks: a text in all texts, and these variables where one is named. */
interface Contents {
  text: string
  variableIds: readonly [string, ...string[]]
}

const samples = 3

/** A few blocks of each known type, the same in each run. Nothing leads out of them. */
export function blocksOfEachType({ text, variableIds }: Contents): RandomBlock[] {
  const richText = [{ type: 'p', children: [{ text }] }]
  const valuesOf = (key: string): fc.Arbitrary<unknown> => {
    if (key === 'richText') return fc.constant(richText[0])
    if (/variableId$/i.test(key)) return fc.constantFrom(...variableIds)
    return fc.constant(/id$/i.test(key) ? 'gone' : text)
  }
  return Object.entries(blockSchemas).flatMap(([type, schema]) =>
    fc
      .sample(arbitraryOfSchema(schema, valuesOf), { numRuns: samples, seed: 1 })
      .map((block) => ({ ...(block as object), id: 'b', type })),
  )
}
