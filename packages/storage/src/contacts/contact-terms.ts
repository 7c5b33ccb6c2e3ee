import type { AttributeValue } from '@colloquy/flow/contacts'
import { searchable } from '@colloquy/flow/searchable'
import type { SqlValue } from '../table.js'
import type { Contact, ContactCondition, ContactFilter, ContactIdentifier } from './contacts.js'

/** An entry of `contact_terms`, by which a contact is searched and filtered. */
export interface Term {
  field: string
  text: string
  number: number
}

/** Characters of a term; longer values are compared by their beginning. */
const maxCharacters = 100
/** Words of a name that are searched. */
const maxWords = 10

/** All terms of a contact, each once. */
export function termsOf(contact: Contact): Term[] {
  const found = new Map<string, Term>()
  const add = (field: string, text: string, number = 0) =>
    found.set(keyOf(field, text, number), { field, text, number })
  for (const word of wordsOf(contact.name ?? '').slice(0, maxWords)) add(wordField, word)
  for (const identifier of contact.identifiers) {
    for (const word of wordsOfIdentifier(identifier)) add(wordField, word)
    add('channel', identifier.kind)
  }
  for (const tag of contact.tags) add('tag', termText(tag))
  if (contact.language !== null) add('language', termText(contact.language))
  if (contact.isBlocked) add('blocked', 'true')
  for (const [id, value] of Object.entries(contact.attributes))
    for (const { text, number } of termsOfValue(value)) add(id, text, number)
  return [...found.values()]
}

export const keyOf = (field: string, text: string, number: number): string => `${field}\n${text}\n${number}`

/** The field of words that a search finds. */
export const wordField = 'word'

export const termText = (text: string): string => searchable(text.trim()).slice(0, maxCharacters)

function termsOfValue(value: AttributeValue): Omit<Term, 'field'>[] {
  if (typeof value === 'number') return [{ text: '', number: value }]
  if (typeof value === 'boolean') return [{ text: String(value), number: 0 }]
  return (typeof value === 'string' ? [value] : value).map((item) => ({ text: termText(item), number: 0 }))
}

/** The words of a text, as searches compare them. */
export function wordsOf(text: string): string[] {
  return searchable(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, maxCharacters))
}

/** A phone number is found with and without its country code, which has one to three digits. */
function wordsOfIdentifier({ kind, value }: ContactIdentifier): string[] {
  if (kind === 'phone') {
    const digits = digitsOf(value)
    return [0, 1, 2, 3].map((start) => digits.slice(start)).filter((word) => word.length > 3)
  }
  if (kind !== 'email') return [termText(value)]
  const at = value.lastIndexOf('@')
  return [termText(value), ...wordsOf(value.slice(0, at)).slice(0, 3), termText(value.slice(at + 1))]
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** The prefixes that a search looks for, at most five. */
export function prefixesOf(search: string): string[] {
  const text = search.trim()
  if (/^[+\d\s()/.-]+$/.test(text)) {
    const digits = digitsOf(text).replace(/^0+/, '')
    if (digits.length > 2) return [digits.slice(0, maxCharacters)]
  }
  const words = text.split(/\s+/).flatMap((word) => (/[@.]/.test(word) ? [termText(word)] : wordsOf(word)))
  return [...new Set(words.filter((word) => word !== ''))].slice(0, 5)
}

/** The conditions of a filter on terms, those of its search included. */
export function conditionsOf({ search, conditions = [] }: ContactFilter): ContactCondition[] {
  const words = search === undefined ? [] : prefixesOf(search)
  return [...words.map((prefix) => ({ field: wordField, prefix })), ...conditions.map(comparable)]
}

function comparable(condition: ContactCondition): ContactCondition {
  if ('text' in condition) return { ...condition, text: termText(condition.text) }
  if ('prefix' in condition) return { ...condition, prefix: termText(condition.prefix) }
  return condition
}

/** Returns whether a contact matches a filter, whose conditions are those of `conditionsOf`. */
export function matches(
  contact: Contact,
  conditions: readonly ContactCondition[],
  { seenFrom, seenBefore }: ContactFilter,
): boolean {
  if (seenFrom !== undefined && contact.lastSeenAt < seenFrom) return false
  if (seenBefore !== undefined && contact.lastSeenAt >= seenBefore) return false
  const terms = termsOf(contact)
  return conditions.every(
    (condition) => terms.some((term) => term.field === condition.field && fits(term, condition)) === !condition.isNot,
  )
}

function fits({ text, number }: Term, condition: ContactCondition): boolean {
  if ('text' in condition) return text === condition.text && number === 0
  if ('prefix' in condition) return text.startsWith(condition.prefix)
  if ('number' in condition) return text === '' && number === condition.number
  if ('isAny' in condition) return true
  if (condition.of === 'numbers') {
    const { above = Number.NEGATIVE_INFINITY, below = Number.POSITIVE_INFINITY } = condition
    return text === '' && number > above && number < below
  }
  const { after = '', before } = condition
  return text > after && (before === undefined || text < before)
}

/** SQL condition on a row of `contact_terms` of a workspace, which is a range of its key, and the values of its parameters. */
export function rangeOf(workspaceId: string, condition: ContactCondition): { sql: string; values: SqlValue[] } {
  const parts = ['workspace_id = ?', 'field = ?']
  const values: SqlValue[] = [workspaceId, condition.field]
  const add = (sql: string, ...given: SqlValue[]) => {
    parts.push(sql)
    values.push(...given)
  }
  if ('text' in condition) add('text = ? AND number = 0', condition.text)
  else if ('prefix' in condition) add('text >= ? AND text < ?', condition.prefix, `${condition.prefix}${last}`)
  else if ('number' in condition) add("text = '' AND number = ?", condition.number)
  else if (!('isAny' in condition) && condition.of === 'numbers') {
    add("text = ''")
    if (condition.above !== undefined) add('number > ?', condition.above)
    if (condition.below !== undefined) add('number < ?', condition.below)
  } else if (!('isAny' in condition)) {
    add('text > ?', condition.after ?? '')
    if (condition.before !== undefined) add('text < ?', condition.before)
  }
  return { sql: parts.join(' AND '), values }
}

/** After all texts that begin alike. */
export const last = '\u{10ffff}'
