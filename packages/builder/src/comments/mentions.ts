import { searchable } from '@colloquy/flow/searchable'
import type { Comment } from './use-threads.js'

/** A person whom comments may mention. `label` is different for each. */
export interface Mentionable {
  id: string
  label: string
  hint?: string
}

interface Person {
  id: string
  name: string | null
  email: string | null
}

/** People with different labels: names, with the email address where two have the same name. Skips people with neither. */
export function labelled(people: readonly Person[]): Mentionable[] {
  const counts = new Map<string, number>()
  for (const { name } of people) if (name) counts.set(name, (counts.get(name) ?? 0) + 1)
  const taken = new Set<string>()
  return people.flatMap(({ id, name, email }) => {
    const label = name && counts.get(name) === 1 ? name : name && email ? `${name} (${email})` : (email ?? name)
    if (!label || taken.has(label)) return []
    taken.add(label)
    return [{ id, label, ...(email !== null && label === name && { hint: email }) }]
  })
}

/** Returns the people who fit the `@` in front of the cursor, and where it stands; undefined if there are none. */
export function mentionsAt(text: string, at: number, people: readonly Mentionable[]) {
  const [, typed] = /(?:^|[\s(])@([^\n@]{0,60})$/.exec(text.slice(Math.max(0, at - 100), at)) ?? []
  if (typed === undefined) return undefined
  const wanted = searchable(typed)
  const starts = (label: string) => label.startsWith(wanted) || label.includes(` ${wanted}`)
  const found = people.filter(({ label }) => starts(searchable(label))).slice(0, max)
  return found.length === 0 ? undefined : { from: at - typed.length - 1, found }
}

/** Returns a text with references to people in place of an `@` with their label. */
export function withReferences(text: string, people: readonly Mentionable[]): string {
  if (!text.includes('@') || people.length === 0) return text
  const ids = new Map(people.map(({ id, label }) => [label, id]))
  const labels = [...ids.keys()].sort((a, b) => b.length - a.length).map(escaped)
  const written = new RegExp(`(?<![\\p{L}\\p{N}_])@(${labels.join('|')})(?![\\p{L}\\p{N}_])`, 'gu')
  return text.replace(written, (_, label: string) => `<@${ids.get(label)}>`)
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** A part of a text that may mention people. */
export interface Part {
  text: string
  mentioned?: Comment['mentions'][number]
}

/** The text of a comment, with its mentions as separate parts. */
export function partsOf({ text, mentions }: Pick<Comment, 'text' | 'mentions'>): Part[] {
  const people = new Map(mentions.map((person) => [person.id, person]))
  return text.split(/(<@[\w-]{1,64}>)/).flatMap((part) => {
    const mentioned = people.get(part.slice(2, -1))
    if (part.startsWith('<@') && mentioned) return [{ text: part, mentioned }]
    return part === '' ? [] : [{ text: part }]
  })
}

const max = 8
