import { definitionOf } from '../../blocks/registry.js'
import type { Block } from '../../blocks-schema/block.js'
import { silentLoops } from '../loops.js'
import type { Rule } from '../rule.js'

export const unchangingLoop: Rule = {
  id: 'unchanging-loop',
  severity: 'warning',
  summary: 'A loop without an input has an exit, but nothing in it can change which exit is taken',
  *find(index) {
    for (const { blocks, hasWayOut } of silentLoops(index)) {
      const [first] = blocks
      if (!hasWayOut || first === undefined || blocks.some(({ block }) => !changesNothing(block))) continue
      yield {
        location: first.location,
        message: 'This loop never ends, since no variable changes on the way: change one, or ask something.',
      }
    }
  },
}

const changesNothing = ({ type }: Block): boolean => {
  const definition = definitionOf(type)
  return definition?.section === 'bubble' || definition?.changesNothing === true
}
