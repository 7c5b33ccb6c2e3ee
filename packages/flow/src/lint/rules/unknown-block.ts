import { isKnownType, readBlock } from '../../blocks-schema/block.js'
import type { Rule } from '../rule.js'

export const unknownBlock: Rule = {
  id: 'unknown-block',
  severity: 'warning',
  summary: 'A block has a type or an action that is not known here; it is kept, and skipped in a run',
  *find({ blocks }) {
    for (const { block, location } of blocks) {
      if (!isKnownType(block.type)) {
        yield {
          location,
          message: `Blocks of the type "${block.type}" are not known here and do nothing: put another in its place.`,
        }
        continue
      }
      const reading = readBlock(block)
      if (!reading.ok || reading.kept === undefined) continue
      const message = `The options of this "${block.type}" block are not known here, so it does nothing: choose its action again.`
      yield { location: { ...location, path: `${location.path}.options` }, message }
    }
  },
}
