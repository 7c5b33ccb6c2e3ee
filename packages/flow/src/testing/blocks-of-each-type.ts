import fc from 'fast-check'
import { blockSchemas } from '../blocks-schema/block.js'
import { arbitraryOfSchema } from './arbitrary-of-schema.js'

/** Contents of the blocks: this text in every text field, and these variables in every variable field. */
interface Contents {
  text: string
  variableIds: readonly [string, ...string[]]
}

type BlockOfType = { id: string; type: string; [key: string]: unknown }

/** Number of samples per type, and of the largest among them that are kept. */
const samples = 30
const fullest = 3

/** A few blocks of each known type, the same in each run. All are enabled, and none has a valid exit. */
export function blocksOfEachType({ text, variableIds }: Contents): BlockOfType[] {
  const valuesOf = (key: string): fc.Arbitrary<unknown> => {
    if (key === 'richText') return fc.constant({ type: 'p', children: [{ text }] })
    if (/variableId$/i.test(key)) return fc.constantFrom(...variableIds)
    return fc.constant(/id$/i.test(key) ? 'gone' : text)
  }
  return Object.entries(blockSchemas).flatMap(([type, schema]) =>
    fc
      .sample(arbitraryOfSchema(schema, valuesOf), { numRuns: samples, seed: 1 })
      .map((block) => ({ ...(block as object), id: 'b', type, isMuted: false }))
      .toSorted((one, other) => JSON.stringify(other).length - JSON.stringify(one).length)
      .slice(0, fullest),
  )
}
