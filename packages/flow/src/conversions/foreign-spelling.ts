import { isObject, type Json, objectsOf } from '../json.js'

/** Rewrites, in place, the names that files of the reference product use into ours. */
export const fromForeignSpelling = (bot: Json): void => {
  rename(bot, 'whatsAppCredentialsId', 'messagingCredentialsId')
  if (typeof bot.selectedThemeTemplateId === 'string') {
    bot.selectedThemeTemplateId = bot.selectedThemeTemplateId.replace(/^typebot-/, 'bot-')
  }
  if (isObject(bot.settings)) {
    rename(bot.settings, 'whatsApp', 'messaging')
    if (isObject(bot.settings.metadata)) rename(bot.settings.metadata, 'googleTagManagerId', 'tagManagerId')
    const general = bot.settings.general
    if (isObject(general) && isObject(general.systemMessages)) {
      rename(general.systemMessages, 'whatsAppPictureChoiceSelectLabel', 'messagingPictureChoiceSelectLabel')
    }
  }
  for (const group of objectsOf(bot.groups)) {
    for (const block of objectsOf(group.blocks)) {
      if (block.type === 'Typebot link') block.type = 'Bot link'
      if (block.type === 'Bot link' && isObject(block.options)) rename(block.options, 'typebotId', 'botId')
    }
  }
}

const rename = (record: Json, from: string, to: string): void => {
  if (!Object.hasOwn(record, from)) return
  if (!Object.hasOwn(record, to)) record[to] = record[from]
  delete record[from]
}
