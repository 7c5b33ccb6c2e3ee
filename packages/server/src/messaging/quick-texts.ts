import { channelSettingsOf } from '@colloquy/flow'
import type { InboxMessage, LeasedContact } from '@colloquy/storage'
import type { Needs } from '../service.js'
import { replyLimit } from '../turns/check-reply.js'
import { previewCredentials } from './account-of.js'
import { chooseBot } from './choose-bot.js'
import { entryOf } from './inbox-entry.js'
import type { Chat } from './open-chat.js'

/** Texts that belong to the same reply, by when they arrived. */
export interface QuickTexts {
  texts: [InboxMessage, ...InboxMessage[]]
  /** The message that follows, if it came within the quiet time: it ends the wait. */
  next: InboxMessage | undefined
  /** Until when another text belongs to the reply, unless something else follows. */
  until: number
}

/** Maximum number of quick texts of one reply, and milliseconds that it waits for more in total. */
const maxTexts = 20
const maxWait = 30_000
/** Milliseconds by which the clocks of two instances may differ. */
const clockSkew = 1_000

/**
 * Returns the texts at the beginning of the waiting messages that arrived within the quiet time of each other, as far as their input accepts their
 * length. Depends only on what is stored, so that a restart changes nothing.
 */
export async function quickTexts(
  service: Needs<'storage' | 'config' | 'compiledFlows' | 'now'>,
  { contact, chat }: { contact: LeasedContact; chat: Chat | undefined },
  [lead, ...others]: readonly [InboxMessage, ...InboxMessage[]],
): Promise<QuickTexts> {
  const quiet = await quietTime(service, { contact, chat, text: textOf(lead) ?? '' })
  const limit = replyLimit(chat?.awaitedType)
  const maxBytes = limit === undefined ? Infinity : service.config.limits[limit]
  const texts: QuickTexts['texts'] = [lead]
  let bytes = bytesOf(lead)
  let before = lead
  for (const row of others) {
    bytes += 1 + bytesOf(row)
    const isOfCall = row.callId === before.callId
    if (!isOfCall && !isWithin(quiet, before, row)) return { texts, next: undefined, until: 0 }
    const fits = isOfCall || (texts.length < maxTexts && bytes <= maxBytes)
    if (!isText(row) || !fits) return { texts, next: row, until: 0 }
    texts.push(row)
    before = row
  }
  const newest = Math.max(...texts.map(({ receivedAt }) => receivedAt))
  const until = Math.min(newest + quiet, lead.receivedAt + maxWait)
  // A clock that was set back does not prolong the wait.
  const isWaiting = texts.length < maxTexts && until - service.now() <= quiet + clockSkew
  return { texts, next: undefined, until: isWaiting ? until : 0 }
}

/** True for a message that is text and nothing else. */
export const isText = (row: InboxMessage): boolean => textOf(row) !== undefined

function textOf(row: InboxMessage): string | undefined {
  const entry = entryOf(row)
  return 'content' in entry && entry.content.kind === 'text' ? entry.content.text : undefined
}

const bytesOf = (row: InboxMessage): number => Buffer.byteLength(textOf(row) ?? '')

const isWithin = (quiet: number, before: InboxMessage, after: InboxMessage): boolean =>
  quiet > 0 && after.receivedAt - before.receivedAt <= quiet

/** Milliseconds by the settings of the bot that answers; 0 if a person does, or nobody. */
async function quietTime(
  service: Needs<'storage' | 'config' | 'compiledFlows'>,
  { contact, chat, text }: { contact: LeasedContact; chat: Chat | undefined; text: string },
): Promise<number> {
  if (chat && chat.row.held !== null) return 0
  const settings = chat ? chat.compiledFlow.settings : await settingsOfFirst(service, contact, text)
  if (!settings) return 0
  const { quietSeconds } = channelSettingsOf(settings, contact.credentialsId)
  return quietSeconds === undefined ? service.config.limits.quietMilliseconds : quietSeconds * 1_000
}

async function settingsOfFirst(service: Needs<'storage' | 'compiledFlows'>, contact: LeasedContact, text: string) {
  if (contact.credentialsId === previewCredentials) return undefined
  const bot = await chooseBot(service, contact, text)
  return bot && (await service.compiledFlows.release(bot.publishedReleaseId ?? ''))?.settings
}
