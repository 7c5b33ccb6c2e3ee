import { fromTypebotNames, toTypebotNames } from '@colloquy/flow'

export type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Converts a body with a bot to Colloquy's names, in place. The body may use either set of names. */
export function fromTypebotBody(body: unknown): unknown {
  if (!isObject(body)) return body
  rename(body, 'typebot', 'bot')
  if (isObject(body.bot)) fromTypebotNames(body.bot, [])
  return body
}

/** Converts a response to Typebot's names, in place. */
export function toTypebotResponse(response: Json): Json {
  for (const [own, { typebot, spell }] of Object.entries(responseKeys)) {
    const value = response[own]
    for (const one of Array.isArray(value) ? value : [value]) if (isObject(one)) spell(one)
    rename(response, own, typebot)
  }
  return response
}

/** Returns the response of a chat start with the bot under both names, since clients of both kinds read it. */
export function withBothNames(response: Json): Json {
  if (!isObject(response.bot)) return response
  toTypebotNames(response.bot)
  const { sessionId, resultId, bot, ...rest } = response
  return { sessionId, resultId, bot, typebot: bot, ...rest }
}

/** Converts the path of a field in a request or document to Typebot's names. */
export function toTypebotPath(path: string): string {
  return path.replace(/^bot(?=\.|$)/, 'typebot')
}

/** Top-level keys of responses, with their new names and the conversion of their values. */
const responseKeys: Record<string, { typebot: string; spell: (value: Json) => void }> = {
  bot: { typebot: 'typebot', spell: spellBot },
  bots: { typebot: 'typebots', spell: spellListed },
  publishedBot: { typebot: 'publishedTypebot', spell: spellOwned },
  result: { typebot: 'result', spell: spellOwned },
  results: { typebot: 'results', spell: spellOwned },
  collaborators: { typebot: 'collaborators', spell: spellOwned },
}

/** The newest Typebot clients require a space, which bots here never have. */
function spellBot(bot: Json): void {
  bot.spaceId = null
  toTypebotNames(bot)
}

function spellListed(bot: Json): void {
  rename(bot, 'publishedBotId', 'publishedTypebotId')
  if (Object.hasOwn(bot, 'accessRight')) bot.spaceId = null
  toTypebotNames(bot)
}

/** Converts a document that belongs to a bot. */
function spellOwned(owned: Json): void {
  rename(owned, 'botId', 'typebotId')
  toTypebotNames(owned)
}

function rename(record: Json, from: string, to: string): void {
  if (from === to || !Object.hasOwn(record, from)) return
  if (!Object.hasOwn(record, to)) record[to] = record[from]
  delete record[from]
}
