import type { BlockType } from '@colloquy/flow'
import { keptInBrowser } from '../../design/kept.js'
import { createStore } from '../../design/store.js'
import { findTypes } from './find-types.js'

/** Types of blocks that somebody uses most, kept in this browser. */
interface Shortlist {
  favourites: readonly BlockType[]
  /** Newest first. */
  recent: readonly BlockType[]
}

const key = 'colloquy-block-shortlist'
const mostRecent = 4

export const shortlist = createStore<Shortlist>(stored())

/** Keeps that a block of this type was added. */
export function rememberType(type: BlockType): void {
  const { recent } = shortlist.get()
  keep({ recent: [type, ...recent.filter((it) => it !== type)].slice(0, mostRecent) })
}

export function toggleFavourite(type: BlockType): void {
  const { favourites } = shortlist.get()
  keep({ favourites: favourites.includes(type) ? favourites.filter((it) => it !== type) : [...favourites, type] })
}

function keep(change: Partial<Shortlist>): void {
  shortlist.set(change)
  keptInBrowser.set(key, JSON.stringify(shortlist.get()))
}

function stored(): Shortlist {
  try {
    const { favourites, recent } = JSON.parse(keptInBrowser.get(key) ?? '{}') as Record<string, unknown>
    return { favourites: knownTypes(favourites), recent: knownTypes(recent).slice(0, mostRecent) }
  } catch {
    return { favourites: [], recent: [] }
  }
}

function knownTypes(types: unknown): BlockType[] {
  if (!Array.isArray(types)) return []
  const offered = new Set(findTypes('').map(([type]) => type))
  return [...new Set(types)].filter((type) => offered.has(type))
}
