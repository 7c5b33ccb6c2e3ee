import { diff, type Identified, valueAt } from '@colloquy/flow/operations'
import { type Content, contentKeys, contentOf } from './content.js'
import type { Command } from './draft.js'

/** Makes the draft what a release was, place by place, so that it is an edit like any other. */
export const restore =
  (release: Content): Command =>
  (draft) => {
    for (const operation of diff(contentOf(draft.document), pick(release))) {
      switch (operation.kind) {
        case 'set':
          draft.set(operation.path, operation.value)
          break
        case 'insert':
          draft.insert(operation.spot.list, operation.element, indexBehind(operation.spot))
          break
        case 'remove':
          draft.remove(operation.spot.list, operation.element.id)
          break
        case 'move':
          draft.move(operation.from.list, operation.id, operation.to.list, indexBehind(operation.to, operation.id))
      }
    }

    function indexBehind({ list, after }: { list: readonly string[]; after: string | null }, without?: string): number {
      const siblings = (valueAt(draft.document, [...list]) as Identified[] | undefined) ?? []
      return siblings.filter(({ id }) => id !== without).findIndex(({ id }) => id === after) + 1
    }
  }

const pick = (release: Content): Content =>
  Object.fromEntries(contentKeys.map((key) => [key, release[key]])) as unknown as Content
