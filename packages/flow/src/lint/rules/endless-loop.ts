import { silentLoops } from '../loops.js'
import type { Rule } from '../rule.js'

export const endlessLoop: Rule = {
  id: 'endless-loop',
  severity: 'error',
  summary: 'Blocks lead back to each other, nothing in between asks the visitor, and there is no exit',
  *find(index) {
    for (const { blocks, hasWayOut } of silentLoops(index)) {
      const [first] = blocks
      if (hasWayOut || first === undefined) continue
      yield {
        location: first.location,
        message:
          'From here the flow loops without asking anything until it is stopped: add an input or an exit to the loop.',
      }
    }
  },
}
