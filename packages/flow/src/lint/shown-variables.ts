import { definitionOf } from '../blocks/registry.js'
import type { Variable } from '../flow-schema.js'
import type { FlowIndex } from './flow-index.js'
import type { BlockLocation } from './flow-parts.js'
import { placeholderNames } from './placeholder-names.js'
import type { Location } from './problem.js'

/** A variable without a default whose value is shown or sent by a block. Attributes of the contact may have one already. */
export interface ShownVariable {
  readonly variable: Variable
  readonly at: BlockLocation
  readonly location: Location
}

/**
 * Variables without a default that reachable blocks show or send. Blocks that compute or compare are skipped: they may well find them
 * empty.
 */
export function* shownVariables(index: FlowIndex): Generator<ShownVariable> {
  for (const { at, location, text } of index.texts) {
    if (definitionOf(at.block.type)?.computes || !index.isReached[at.node]) continue
    for (const name of placeholderNames(text)) {
      const variable = index.variableByName.get(name)
      if (variable && !variable.attribute && (variable.value === undefined || variable.value === null))
        yield { variable, at, location }
    }
  }
}
