import type { Edge, Group } from '@colloquy/flow'
import { exitKey } from '@colloquy/flow/operations'
import { t } from '../i18n/i18n.js'

/** Target of each exit, by the exit's key: the title of a group. */
export type ExitTitles = ReadonlyMap<string, string>

export function exitTitlesOf(edges: readonly Edge[], groups: readonly Group[]): ExitTitles {
  const titles = new Map(groups.map(({ id, title }) => [id, title || t('Untitled')]))
  return new Map(
    edges.flatMap(({ from, to }) => {
      const title = titles.get(to.groupId)
      return title === undefined ? [] : [[exitKey(from), title] as const]
    }),
  )
}
