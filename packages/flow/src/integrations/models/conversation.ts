import { utf8Bytes } from '../../text/utf8-bytes.js'
import { bytesPerToken } from './token-estimate.js'

/** An entry of a conversation: a text, or the address of a medium. */
export interface SaidEntry {
  readonly role: 'bot' | 'user'
  readonly type: 'text' | 'image' | 'video' | 'audio'
  readonly text: string
}

/** The part of a conversation that a model receives. */
export interface ConversationWindow {
  /** Maximum number of messages. */
  readonly last?: number
  readonly tokens: number
  /** Excludes files. */
  readonly only?: 'texts'
}

/** Fits into the part of a transcript that is loaded at once, in any language. */
const maxTokens = 200_000
const between = '\n\n'

/**
 * The newest part of a conversation as alternating messages, newest last, in at most `tokens` by estimate. The newest message is cut if it
 * is longer on its own. Linear in the part that is kept.
 */
export function windowOf(
  said: readonly SaidEntry[],
  { last = Number.POSITIVE_INFINITY, tokens, only }: ConversationWindow,
): { role: 'user' | 'assistant'; text: string }[] {
  const max = Math.max(1, Math.floor(last))
  const kept: { role: SaidEntry['role']; texts: string[] }[] = []
  let left = Math.floor(Math.max(1, Math.min(tokens, maxTokens))) * bytesPerToken
  for (let index = said.length - 1; index >= 0; index--) {
    const entry = said[index]!
    if (!isGiven(entry, only)) continue
    const group = kept.at(-1)
    const isSame = group?.role === entry.role
    const bytes = utf8Bytes(entry.text) + (isSame ? between.length : 0)
    if (bytes > left) {
      if (!group) kept.push({ role: entry.role, texts: [beginningOf(entry.text, left)] })
      break
    }
    if (isSame) group.texts.push(entry.text)
    else if (kept.length === max) break
    else kept.push({ role: entry.role, texts: [entry.text] })
    left -= bytes
  }
  return kept.reverse().flatMap(({ role, texts }) => {
    const text = texts.reverse().join(between)
    return text === '' ? [] : [{ role: role === 'bot' ? ('assistant' as const) : role, text }]
  })
}

/**
 * Drops what the bot has said since the visitor's last message: a model answers the visitor, and some refuse to continue their own words.
 */
export function upToVisitor(said: readonly SaidEntry[]): readonly SaidEntry[] {
  const end = said.findLastIndex(({ role }) => role === 'user')
  return end < 0 ? said : said.slice(0, end + 1)
}

/** Media that a bot shows are left to the bot: a model would start to write such addresses, too. */
function isGiven({ role, type, text }: SaidEntry, only: 'texts' | undefined): boolean {
  return text.trim() !== '' && (type === 'text' || (role === 'user' && only === undefined))
}

/** Returns the longest prefix that fits into the given number of bytes, up to a whole character. */
function beginningOf(text: string, bytes: number): string {
  let left = bytes
  let end = 0
  for (const character of text) {
    left -= utf8Bytes(character)
    if (left < 0) break
    end += character.length
  }
  return text.slice(0, end)
}
