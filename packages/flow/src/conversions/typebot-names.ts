import type { Warning } from '../issue.js'
import { isObject, type Json, objectsOf } from '../json.js'
import { toTypebotOptions } from './typebot-options.js'

/** Names in Typebot files that differ from ours, by their place in a document. */
const renamed = [
  { location: [], own: 'messagingCredentialsId', typebot: 'whatsAppCredentialsId' },
  { location: ['settings'], own: 'messaging', typebot: 'whatsApp' },
  { location: ['settings', 'metadata'], own: 'tagManagerId', typebot: 'googleTagManagerId' },
  {
    location: ['settings', 'general', 'systemMessages'],
    own: 'messagingPictureChoiceSelectLabel',
    typebot: 'whatsAppPictureChoiceSelectLabel',
  },
] as const
const link = { own: 'Bot link', typebot: 'Typebot link', option: { own: 'botId', typebot: 'typebotId' } } as const
const themes = { own: 'bot-', typebot: 'typebot-' } as const

/** Rewrites, in place, the names that Typebot files use into ours. Warns only if a name is dropped because ours is present, too. */
export const fromTypebotNames = (bot: Json, warnings: Warning[]): void => {
  const rename = (record: Json, from: string, to: string, path: string): void => {
    if (!Object.hasOwn(record, from)) return
    if (!Object.hasOwn(record, to)) record[to] = record[from]
    else warnings.push({ path: `${path}.${from}`, message: `Left out, as "${to}" is given too and counts.` })
    delete record[from]
  }
  for (const { location, own, typebot } of renamed) {
    const record = recordAt(bot, location)
    if (record) rename(record, typebot, own, ['bot', ...location].join('.'))
  }
  const { selectedThemeTemplateId: theme } = bot
  if (typeof theme === 'string' && theme.startsWith(themes.typebot)) {
    bot.selectedThemeTemplateId = themes.own + theme.slice(themes.typebot.length)
  }
  for (const { block, path } of blocksOf(bot)) {
    if (block.type === link.typebot) block.type = link.own
    if (block.type === link.own && isObject(block.options)) {
      rename(block.options, link.option.typebot, link.option.own, `${path}.options`)
    }
  }
}

/** Rewrites our names into Typebot's, in place, for clients that know only those names and options. */
export const toTypebotNames = (bot: Json): void => {
  const rename = (record: Json, from: string, to: string): void => {
    if (!Object.hasOwn(record, from)) return
    record[to] = record[from]
    delete record[from]
  }
  for (const { location, own, typebot } of renamed) {
    const record = recordAt(bot, location)
    if (record) rename(record, own, typebot)
  }
  const { selectedThemeTemplateId: theme } = bot
  if (typeof theme === 'string' && theme.startsWith(themes.own)) {
    bot.selectedThemeTemplateId = themes.typebot + theme.slice(themes.own.length)
  }
  for (const { block } of blocksOf(bot)) {
    toTypebotOptions(block)
    if (block.type !== link.own) continue
    block.type = link.typebot
    if (isObject(block.options)) rename(block.options, link.option.own, link.option.typebot)
  }
}

const recordAt = (bot: Json, location: readonly string[]): Json | undefined => {
  let record: unknown = bot
  for (const key of location) record = isObject(record) ? record[key] : undefined
  return isObject(record) ? record : undefined
}

const blocksOf = (bot: Json): { block: Json; path: string }[] =>
  objectsOf(bot.groups).flatMap((group, g) =>
    objectsOf(group.blocks).map((block, b) => ({ block, path: `bot.groups.${g}.blocks.${b}` })),
  )
