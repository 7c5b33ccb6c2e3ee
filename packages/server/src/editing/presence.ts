import { createHash } from 'node:crypto'
import type { User } from '@colloquy/storage'
import type { BrowserNotification } from '../notifications/notifier.js'

/** A person on one page, as the others see them. */
export interface Person {
  /** Id of the page. */
  client: string
  userId: string
  /** Null for people who are neither a member of the workspace nor invited to the bot. */
  name: string | null
  image: string | null
  /** 0 to 7, the same for all pages of one person. People who are present together get different ones, as long as there are enough. */
  colour: number
  groupId: string | null
  blockId: string | null
}

/** A person as broadcast between instances. */
export type Guest = Omit<Person, 'colour'>

export type Position = Pick<Person, 'groupId' | 'blockId'>

/** Cursor of a person on one page, in coordinates of the flow; `at` is null when it has left the canvas. */
export interface Cursor {
  client: string
  userId: string
  at: { x: number; y: number } | null
}

export type PlacedCursor = Cursor & { botId: string }

/**
 * Presence notifications between instances: a person's position and since when, the cursors of several people, that somebody has left, and
 * the question who is there. Notifications may arrive out of order; of two positions of one person, the later one counts.
 */
export type PresenceNotification =
  | { kind: 'here'; botId: string; person: Guest; at: number }
  | { kind: 'pointers'; pointers: readonly PlacedCursor[] }
  | { kind: 'gone'; botId: string; client: string; userId: string }
  | { kind: 'ask'; botId: string }
  /** Comments on the bot have changed and can be read again. */
  | { kind: 'comments'; botId: string }
  /** A notification for the pages that its person has open. */
  | ({ kind: 'notified' } & BrowserNotification)

export const noPosition: Position = { groupId: null, blockId: null }

export function personOf(user: User, client: string, isMember: boolean, position: Position): Guest {
  return {
    client,
    userId: user.id,
    name: isMember ? (user.name?.slice(0, 100) ?? null) : null,
    image: isMember && user.image !== null && user.image.length <= 500 ? user.image : null,
    ...position,
  }
}

/** The people at one bot. A person without notifications for a while is assumed to have left. */
export class People {
  readonly #people = new Map<string, { person: Guest; at: number; until: number }>()

  /** Returns true if this changes anything for the others. */
  arrive(person: Guest, at: number, now: number): boolean {
    const key = keyOf(person)
    const known = this.#people.get(key)
    if (!known && this.#people.size >= maxPeople) return false
    const isLater = known === undefined || at >= known.at
    this.#people.set(key, isLater ? { person, at, until: now + patience } : { ...known, until: now + patience })
    return isLater && JSON.stringify(known?.person) !== JSON.stringify(person)
  }

  leave(person: Pick<Person, 'client' | 'userId'>): boolean {
    return this.#people.delete(keyOf(person))
  }

  /** Returns true if anybody has left. */
  forgetSilent(now: number): boolean {
    const silent = [...this.#people].filter(([, { until }]) => until <= now)
    for (const [key] of silent) this.#people.delete(key)
    return silent.length > 0
  }

  get count(): number {
    return this.#people.size
  }

  list(): Person[] {
    const people = [...this.#people.values()].map(({ person }) => person)
    const colours = coloursOf(new Set(people.map(({ userId }) => userId)))
    return people.map((person) => ({ ...person, colour: colours.get(person.userId) ?? 0 }))
  }
}

/** Each user has a preferred color; on a conflict, the later one in the order of ids takes the next. */
function coloursOf(userIds: ReadonlySet<string>): Map<string, number> {
  const colours = new Map<string, number>()
  for (const id of [...userIds].toSorted()) {
    const taken = new Set(colours.values())
    let colour = (createHash('sha256').update(id).digest()[0] ?? 0) % colourCount
    for (let tries = 1; tries < colourCount && taken.has(colour); tries++) colour = (colour + 1) % colourCount
    colours.set(id, colour)
  }
  return colours
}

const colourCount = 8

/** Includes the user, so that a page cannot be taken for a page of another user. */
export const keyOf = ({ client, userId }: Pick<Person, 'client' | 'userId'>) => `${userId} ${client}`

const maxPeople = 100
/** Milliseconds, in which people who are still there announce themselves three times. */
const patience = 80_000
