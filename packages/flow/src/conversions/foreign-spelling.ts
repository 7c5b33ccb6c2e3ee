import type { Warning } from '../issue.js'
import { isObject, type Json, objectsOf } from '../json.js'
import { toForeignOptions } from './foreign-options.js'

/** Names in Typebot files that differ from ours, by their place in a document. */
const renamed = [
  { place: [], ours: 'messagingCredentialsId', theirs: 'whatsAppCredentialsId' },
  { place: ['settings'], ours: 'messaging', theirs: 'whatsApp' },
  { place: ['settings', 'metadata'], ours: 'tagManagerId', theirs: 'googleTagManagerId' },
  {
    place: ['settings', 'general', 'systemMessages'],
    ours: 'messagingPictureChoiceSelectLabel',
    theirs: 'whatsAppPictureChoiceSelectLabel',
  },
] as const
const link = { ours: 'Bot link', theirs: 'Typebot link', option: { ours: 'botId', theirs: 'typebotId' } } as const
const themes = { ours: 'bot-', theirs: 'typebot-' } as const

/** Rewrites, in place, the names that Typebot files use into ours. Warns only if a name is dropped because ours is present, too. */
export const fromForeignSpelling = (bot: Json, warnings: Warning[]): void => {
  const rename = (record: Json, from: string, to: string, path: string): void => {
    if (!Object.hasOwn(record, from)) return
    if (!Object.hasOwn(record, to)) record[to] = record[from]
    else warnings.push({ path: `${path}.${from}`, message: `Left out, as "${to}" is given too and counts.` })
    delete record[from]
  }
  for (const { place, ours, theirs } of renamed) {
    const record = recordAt(bot, place)
    if (record) rename(record, theirs, ours, ['bot', ...place].join('.'))
  }
  const { selectedThemeTemplateId: theme } = bot
  if (typeof theme === 'string' && theme.startsWith(themes.theirs)) {
    bot.selectedThemeTemplateId = themes.ours + theme.slice(themes.theirs.length)
  }
  for (const { block, path } of blocksOf(bot)) {
    if (block.type === link.theirs) block.type = link.ours
    if (block.type === link.ours && isObject(block.options)) {
      rename(block.options, link.option.theirs, link.option.ours, `${path}.options`)
    }
  }
}

/** Rewrites our names into Typebot's, in place, for clients that know only those names and options. */
export const toForeignSpelling = (bot: Json): void => {
  const rename = (record: Json, from: string, to: string): void => {
    if (!Object.hasOwn(record, from)) return
    record[to] = record[from]
    delete record[from]
  }
  for (const { place, ours, theirs } of renamed) {
    const record = recordAt(bot, place)
    if (record) rename(record, ours, theirs)
  }
  const { selectedThemeTemplateId: theme } = bot
  if (typeof theme === 'string' && theme.startsWith(themes.ours)) {
    bot.selectedThemeTemplateId = themes.theirs + theme.slice(themes.ours.length)
  }
  for (const { block } of blocksOf(bot)) {
    toForeignOptions(block)
    if (block.type !== link.ours) continue
    block.type = link.theirs
    if (isObject(block.options)) rename(block.options, link.option.ours, link.option.theirs)
  }
}

const recordAt = (bot: Json, place: readonly string[]): Json | undefined => {
  let record: unknown = bot
  for (const key of place) record = isObject(record) ? record[key] : undefined
  return isObject(record) ? record : undefined
}

const blocksOf = (bot: Json): { block: Json; path: string }[] =>
  objectsOf(bot.groups).flatMap((group, g) =>
    objectsOf(group.blocks).map((block, b) => ({ block, path: `bot.groups.${g}.blocks.${b}` })),
  )
