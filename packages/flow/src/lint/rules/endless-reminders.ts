import { blockExits } from '../../exits.js'
import { type FlowParts, nodeBehind } from '../flow-parts.js'
import { silentLoops } from '../loops.js'
import type { Rule } from '../rule.js'
import type { Step } from '../steps.js'

export const endlessReminders: Rule = {
  id: 'endless-reminders',
  severity: 'warning',
  summary: 'Questions without an answer lead back to each other, so that a visitor who is gone gets messages for ever',
  *find(index) {
    const unattended = index.blocks.map(({ block }, node) => stepWithoutAnswer(index, block, index.steps[node]))
    for (const { blocks, hasWayOut } of silentLoops({ ...index, steps: unattended })) {
      const asking = blocks.find(({ node }) => index.steps[node]?.waits)
      if (hasWayOut || !asking) continue
      yield {
        location: asking.location,
        message:
          'People who do not answer are asked again for ever: count the reminders with a variable, or lead the exit for no answer to an end.',
      }
    }
  },
}

/** Continuations of a run after a block when nobody answers. */
function stepWithoutAnswer(
  parts: FlowParts,
  block: FlowParts['blocks'][number]['block'],
  step: Step | undefined,
): Step {
  const none: Step = { to: [], later: [], mayEnd: true, waits: false, goesAnywhere: false }
  if (!step?.waits) return step ?? none
  const exit = blockExits(block).find(({ on, outgoingEdgeId }) => on === 'no-answer' && outgoingEdgeId !== undefined)
  const next = nodeBehind(parts, exit?.outgoingEdgeId)
  return next === undefined ? none : { ...none, mayEnd: false, to: [next] }
}
