import { blockExits, exitTexts } from '../../exits.js'
import type { Rule } from '../rule.js'

export const exitNotConnected: Rule = {
  id: 'exit-not-connected',
  severity: 'warning',
  summary: 'An exit was added and leads nowhere, so that it changes nothing',
  *find({ blocks }) {
    for (const { block, location } of blocks) {
      if (block.isMuted === true) continue
      for (const [index, exit] of blockExits(block).entries()) {
        // `no-failure-exit` reports the exit for failures.
        if (exit.outgoingEdgeId !== undefined || exit.on === 'failure') continue
        yield {
          location: { ...location, itemId: exit.id, path: `${location.path}.exits.${index}` },
          message: `The exit "${exitTexts[exit.on].label}" leads nowhere and changes nothing: connect it, or remove it.`,
        }
      }
    }
  },
}
