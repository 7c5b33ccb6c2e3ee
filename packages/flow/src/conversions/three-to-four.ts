import type { Warning } from '../issue.js'
import { isObject, type Json, objectsOf } from '../json.js'

const requestTypes = new Set(['Webhook', 'Zapier', 'Make.com', 'Pabbly'])

/** Version 3 stored HTTP requests separately, and files do not include them: the block keeps only the method. */
export const threeToFour = (bot: Json, warnings: Warning[]): void => {
  for (const [g, group] of objectsOf(bot.groups).entries()) {
    for (const [b, block] of objectsOf(group.blocks).entries()) {
      if (!requestTypes.has(String(block.type))) continue
      delete block.webhookId
      block.options = { ...(isObject(block.options) ? block.options : {}), webhook: { method: 'POST' } }
      warnings.push({
        path: `bot.groups.${g}.blocks.${b}.options.webhook`,
        message: 'The address of this request is not in files of version 3: enter it again.',
      })
    }
  }
}
