import type { Block, Group } from '@colloquy/flow'
import type { Command } from '../draft.js'

export interface NewGroup {
  id: string
  at: { x: number; y: number }
  title?: string
  blocks?: Block[]
}

/** Puts a group on the canvas; without a title it is numbered. */
export const addGroup =
  ({ id, at, title, blocks = [] }: NewGroup): Command =>
  (draft) => {
    const name = title ?? `Group ${draft.document.groups.length + 1}`
    const group: Group = { id, title: name, graphCoordinates: rounded(at), blocks }
    draft.insert(['groups'], group as never)
  }

/** Whole pixels: positions that a reader of the file can read. */
export const rounded = ({ x, y }: { x: number; y: number }) => ({ x: Math.round(x), y: Math.round(y) })
