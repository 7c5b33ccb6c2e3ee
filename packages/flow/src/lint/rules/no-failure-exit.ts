import { asksModel } from '../../blocks/exits-of-type.js'
import { blockExits } from '../../exits.js'
import type { Rule } from '../rule.js'

export const noFailureExit: Rule = {
  id: 'no-failure-exit',
  severity: 'info',
  summary: 'A block asks a language model, and nothing says where the flow continues when the call fails',
  *find({ blocks }) {
    for (const { block, location } of blocks) {
      if (!asksModel(block) || block.isMuted === true) continue
      if (blockExits(block).some(({ on, outgoingEdgeId }) => on === 'failure' && outgoingEdgeId !== undefined)) continue
      yield {
        location,
        message:
          'If the model does not answer, the flow continues as if it had: add the exit "If it fails" and connect it.',
      }
    }
  },
}
