import { definitionOf } from '../../blocks/registry.js'
import type { Rule } from '../rule.js'

/** A warning instead of an error, because one of two bots that link to each other has to be published first. */
export const unpublishedLinkedBot: Rule = {
  id: 'unpublished-linked-bot',
  severity: 'warning',
  summary: 'A Bot link names a bot that is not published, so that visitors do not get there',
  *find({ blocks }, { botIds, publishedBotIds }) {
    if (publishedBotIds === undefined) return
    for (const { block, location } of blocks) {
      const botId = definitionOf(block.type)?.linkedBot?.(block).botId
      const isThere = botId !== undefined && (botIds === undefined || botIds.has(botId))
      if (!botId || botId === 'current' || !isThere || publishedBotIds.has(botId)) continue
      yield {
        location: { ...location, path: `${location.path}.options.botId` },
        message: 'This link goes to a bot that is not published and is passed over: publish that bot first.',
      }
    }
  },
}
