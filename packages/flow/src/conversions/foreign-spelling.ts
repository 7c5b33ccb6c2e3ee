import type { Warning } from '../issue.js'
import { isObject, type Json, objectsOf } from '../json.js'

/** Rewrites, in place, the names that files of the reference product use into ours, and tells each. */
export const fromForeignSpelling = (bot: Json, warnings: Warning[]): void => {
  const rename = (record: Json, from: string, to: string, path: string): void => {
    if (!Object.hasOwn(record, from)) return
    const isTaken = Object.hasOwn(record, to)
    if (!isTaken) record[to] = record[from]
    delete record[from]
    const message = isTaken ? `Left out, as "${to}" is given too and counts.` : `Called "${to}" here.`
    warnings.push({ path: `${path}.${from}`, message })
  }
  rename(bot, 'whatsAppCredentialsId', 'messagingCredentialsId', 'bot')
  const { selectedThemeTemplateId } = bot
  if (typeof selectedThemeTemplateId === 'string' && /^typebot-/.test(selectedThemeTemplateId)) {
    bot.selectedThemeTemplateId = selectedThemeTemplateId.replace(/^typebot-/, 'bot-')
    const message = `Called "${String(bot.selectedThemeTemplateId)}" here.`
    warnings.push({ path: 'bot.selectedThemeTemplateId', message })
  }
  if (isObject(bot.settings)) {
    const { metadata, general } = bot.settings
    rename(bot.settings, 'whatsApp', 'messaging', 'bot.settings')
    if (isObject(metadata)) rename(metadata, 'googleTagManagerId', 'tagManagerId', 'bot.settings.metadata')
    if (isObject(general) && isObject(general.systemMessages)) {
      const [from, to] = ['whatsAppPictureChoiceSelectLabel', 'messagingPictureChoiceSelectLabel'] as const
      rename(general.systemMessages, from, to, 'bot.settings.general.systemMessages')
    }
  }
  for (const [g, group] of objectsOf(bot.groups).entries()) {
    for (const [b, block] of objectsOf(group.blocks).entries()) {
      const path = `bot.groups.${g}.blocks.${b}`
      if (block.type === 'Typebot link') {
        block.type = 'Bot link'
        warnings.push({ path: `${path}.type`, message: 'Called "Bot link" here.' })
      }
      if (block.type === 'Bot link' && isObject(block.options)) {
        rename(block.options, 'typebotId', 'botId', `${path}.options`)
      }
    }
  }
}
