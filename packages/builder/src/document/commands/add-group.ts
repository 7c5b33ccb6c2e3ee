import type { Block, Group } from '@colloquy/flow'
import type { BotDocument } from '@colloquy/flow/operations'
import { t } from '../../i18n/i18n.js'
import type { Command } from '../draft.js'
import type { FreePosition } from './free-position.js'

export interface NewGroup {
  id: string
  at: FreePosition
  title?: string
  blocks?: Block[]
}

/** Puts a group on the canvas; without a title it is numbered. */
export const addGroup =
  ({ id, at, title, blocks = [] }: NewGroup): Command =>
  (draft) => {
    const group: Group = {
      id,
      title: title ?? defaultGroupTitle(draft.document),
      graphCoordinates: roundedPosition(at),
      blocks,
    }
    draft.insert(['groups'], group as never)
  }

/** The title of a group that nobody has named. */
export const defaultGroupTitle = ({ groups }: Pick<BotDocument, 'groups'>): string =>
  numberedGroupTitle(groups.length + 1)

export const numberedGroupTitle = (count: number): string => t('Group {count}', { count })

/** Whole pixels: positions that a reader of the file can read. */
export const roundedPosition = ({ x, y }: { x: number; y: number }) => ({ x: Math.round(x), y: Math.round(y) })
