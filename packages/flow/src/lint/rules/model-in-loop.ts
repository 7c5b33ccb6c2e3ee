import { asksModel } from '../../blocks/exits-of-type.js'
import { silentLoops } from '../loops.js'
import type { Rule } from '../rule.js'

export const modelInLoop: Rule = {
  id: 'model-in-loop',
  severity: 'error',
  summary: 'A loop without an input calls a language model on every pass, at a cost',
  *find(index) {
    for (const { blocks, hasWayOut } of silentLoops(index)) {
      const model = blocks.find(({ block }) => asksModel(block))
      if (!hasWayOut || model === undefined) continue
      yield {
        location: model.location,
        message:
          'This block is in a loop that asks the visitor nothing, so that one message may cost many calls of the model: put an input into the loop, or lead out of it.',
      }
    }
  },
}
