import { wordsOf as allWordsOf, last } from '../contacts/contact-terms.js'
import type { Database } from '../database.js'
import { conversations } from '../holders/conversation-tables.js'
import type { Conversation } from '../holders/holders.js'
import { type SqlValue, Table } from '../table.js'
import type { ConversationSearch } from './conversations.js'

/** A word of a conversation, by which a search finds it. */
export const words = new Table<{ sessionId: string; workspaceId: string; word: string }>('conversation_words', {
  sessionId: 'text',
  workspaceId: 'text',
  word: 'text',
})

/** Characters of a word; longer ones are found by their beginning. */
const maxCharacters = 40
/** Words that one message adds, and those of a search. */
const maxWords = 100
const maxSearched = 5

/** Different words of a text, as searches compare them. */
export const wordsOf = (text: string, max = maxWords): string[] =>
  [...new Set(allWordsOf(text).map((word) => word.slice(0, maxCharacters)))].slice(0, max)

/** Stands for a mention of a person among the words of a conversation. No word of a text begins like it. */
export const wordOfMention = (userId: string): string => `@${userId}`

/** A word in more conversations is searched in the newest ones only. */
const commonAt = 5_000
const window = 10_000

const isInRange = 'workspace_id = ? AND word >= ? AND word < ?'

/** Conditions that every conversation found meets. */
type Conditions = ReturnType<typeof conditionsOf>

/** Searches conversations of all states. The cost does not depend on how many there are. */
export function conversationSearch(database: Database): {
  search(workspaceId: string, search: ConversationSearch, limit: number): Promise<Conversation[]>
} {
  const { isOneOf } = database.dialect

  /** Entries of a word, counted up to a limit. */
  async function count(workspaceId: string, word: string): Promise<number> {
    const sql = `SELECT count(*) AS count FROM (SELECT 1 FROM conversation_words WHERE ${isInRange} LIMIT ?) AS counted`
    const row = await database.get<{ count: number | string }>(sql, workspaceId, ...rangeOf(word), commonAt + 1)
    return Number(row?.count)
  }

  /** Conversations with words that begin like all of these. */
  async function byWords(
    workspaceId: string,
    searched: readonly string[],
    { only, ofBots }: { only: Conditions; ofBots: Conditions },
    limit: number,
  ): Promise<Conversation[]> {
    const counts = await Promise.all(searched.map((word) => count(workspaceId, word)))
    const rarest = counts.indexOf(Math.min(...counts))
    if (counts[rarest] === 0) return []
    const isRare = (counts[rarest] as number) <= commonAt
    const others = isRare ? searched.filter((_, index) => index !== rarest) : searched
    const has =
      ' AND EXISTS (SELECT 1 FROM conversation_words AS other WHERE other.session_id = listed.session_id ' +
      'AND other.workspace_id = listed.workspace_id AND other.word >= ? AND other.word < ?)'
    const from = isRare
      ? `conversations AS listed WHERE session_id IN (SELECT session_id FROM conversation_words WHERE ${isInRange}) AND workspace_id = ?`
      : `(SELECT * FROM conversations WHERE workspace_id = ?${ofBots.sql} ORDER BY last_at DESC, session_id DESC LIMIT ${window}) AS listed WHERE workspace_id = ?`
    const first = isRare
      ? [workspaceId, ...rangeOf(searched[rarest] as string), workspaceId]
      : [workspaceId, ...ofBots.values, workspaceId]
    const sql =
      `SELECT ${conversations.columns} FROM ${from}${only.sql}${has.repeat(others.length)} ` +
      'ORDER BY last_at DESC, session_id DESC LIMIT ?'
    const rows = await database.all(sql, ...first, ...only.values, ...others.flatMap(rangeOf), limit)
    return rows.map((row) => conversations.read(row))
  }

  async function byContacts(
    workspaceId: string,
    contactIds: readonly string[],
    only: Conditions,
    limit: number,
  ): Promise<Conversation[]> {
    if (contactIds.length === 0) return []
    const merged = `SELECT id FROM contacts WHERE workspace_id = ? AND merged_into ${isOneOf}`
    const aliases = await database.all<{ id: string }>(merged, workspaceId, contactIds)
    const ids = [...contactIds, ...aliases.map(({ id }) => id)]
    const sql =
      `SELECT ${conversations.columns} FROM conversations WHERE session_id IN (SELECT id FROM sessions WHERE contact_id ${isOneOf}) ` +
      `AND workspace_id = ?${only.sql} ORDER BY last_at DESC, session_id DESC LIMIT ?`
    return (await database.all(sql, ids, workspaceId, ...only.values, limit)).map((row) => conversations.read(row))
  }

  return {
    async search(workspaceId, { text, contactIds, mentioned, botIds, channel, teamId }, limit) {
      const searched = [...wordsOf(text, maxSearched), ...(mentioned === undefined ? [] : [wordOfMention(mentioned)])]
      const isOfBots = [`bot_id ${isOneOf}`, botIds] as const
      const only = conditionsOf([isOfBots, ['channel = ?', channel], ['team_id = ?', teamId]])
      // A window of the rest would read all conversations where few are of the channel.
      const ofBots = conditionsOf([isOfBots])
      const found = [
        ...(searched.length === 0 ? [] : await byWords(workspaceId, searched, { only, ofBots }, limit)),
        ...(await byContacts(workspaceId, contactIds, only, limit)),
      ]
      const bySession = new Map(found.map((one) => [one.sessionId, one]))
      return [...bySession.values()].sort(newestFirst).slice(0, limit)
    },
  }
}

/** Joins the conditions that have a value. */
function conditionsOf(all: readonly (readonly [sql: string, value: string | readonly string[] | undefined])[]) {
  const given = all.flatMap(([sql, value]) => (value === undefined ? [] : { sql: ` AND ${sql}`, value }))
  return { sql: given.map(({ sql }) => sql).join(''), values: given.map(({ value }) => value) }
}

const rangeOf = (word: string): SqlValue[] => [word, `${word}${last}`]

const newestFirst = (one: Conversation, other: Conversation): number =>
  other.lastAt - one.lastAt || (one.sessionId < other.sessionId ? 1 : -1)
