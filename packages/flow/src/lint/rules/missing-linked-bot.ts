import { definitionOf } from '../../blocks/registry.js'
import type { Rule } from '../rule.js'

export const missingLinkedBot: Rule = {
  id: 'missing-linked-bot',
  severity: 'error',
  summary: 'A Bot link names a bot that is not in the workspace',
  *find({ blocks }, { botIds }) {
    if (botIds === undefined) return
    for (const { block, location } of blocks) {
      const botId = definitionOf(block.type)?.linkedBot?.(block).botId
      if (!botId || botId === 'current' || botIds.has(botId)) continue
      yield {
        location: { ...location, path: `${location.path}.options.botId` },
        message: `This link goes to a bot that is not in this workspace ("${botId}") and is passed over: choose another one.`,
      }
    }
  },
}
