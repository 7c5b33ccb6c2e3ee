import type { Group } from '@colloquy/flow'
import { useDocument } from '../../editor/bot-editor.js'

/** A group as it is now; undefined once it is gone. */
export const useGroup = (id: string): Group | undefined => useDocument(({ groups }) => byId(groups).get(id))

const known = new WeakMap<readonly Group[], ReadonlyMap<string, Group>>()

function byId(groups: readonly Group[]): ReadonlyMap<string, Group> {
  const map = known.get(groups) ?? new Map(groups.map((group) => [group.id, group]))
  known.set(groups, map)
  return map
}
