import type { Problem } from '@colloquy/flow'
import { isIdentifiedList, type Path } from '@colloquy/flow/operations'
import type { Command } from '../draft.js'

/** Makes the edits that a problem comes with. Their paths count elements from zero; ours name them by ids. One after the last adds an element. */
export const applyFix =
  ({ edits }: NonNullable<Problem['fix']>): Command =>
  (draft) => {
    for (const { path, value } of edits) {
      const edit = byIds(draft.document, path.split('.'), value)
      if (edit?.isNew) draft.insert(edit.path, edit.value as never)
      else if (edit) draft.set(edit.path, edit.value)
    }
  }

/** Lists whose elements have no ids are one value: what changes inside of them changes the whole. */
function byIds(
  document: object,
  segments: readonly string[],
  value: unknown,
): { path: Path; value: unknown; isNew?: true } | undefined {
  let inner: unknown = document
  const path: string[] = []
  for (const [depth, segment] of segments.entries()) {
    if (isIdentifiedList(inner)) {
      const element = inner[Number(segment)]
      const isEnd = Number(segment) === inner.length && depth === segments.length - 1
      if (isEnd) return { path, value, isNew: true }
      // A path leads to the first element with an id.
      if (!element || inner.find(({ id }) => id === element.id) !== element) return undefined
      path.push(`#${element.id}`)
      inner = element
    } else if (Array.isArray(inner)) return { path, value: replaced(inner, segments.slice(depth), value) }
    else {
      path.push(segment)
      inner = (inner as Record<string, unknown> | undefined)?.[segment]
    }
  }
  return { path, value }
}

function replaced(inner: unknown, [segment, ...rest]: readonly string[], value: unknown): unknown {
  if (segment === undefined) return value
  if (Array.isArray(inner)) return inner.with(Number(segment), replaced(inner[Number(segment)], rest, value))
  const record = (inner ?? {}) as Record<string, unknown>
  return { ...record, [segment]: replaced(record[segment], rest, value) }
}
