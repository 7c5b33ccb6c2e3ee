import type { Edge } from '@colloquy/flow'
import { type Identified, type Path, valueAt } from '@colloquy/flow/operations'
import { connect } from './commands/connect.js'
import { deleteBlock } from './commands/delete-block.js'
import { deleteNodes } from './commands/delete-nodes.js'
import { disconnect } from './commands/disconnect.js'
import { replaceBlock } from './commands/replace-block.js'
import type { Conflict } from './conflict.js'
import type { Command, Draft } from './draft.js'

/** Replaces the version of somebody else with one's own; undefined if nothing can be restored. */
export function takeMine(conflict: Conflict, newId: () => string): Command | undefined {
  const { path, reason, mine, rescued, edge } = conflict
  if (rescued) return bringBack(rescued, edge, newId)
  if (edge) return reason === 'deleted' ? undefined : connect(newId(), edge.from, edge.to)
  if (reason !== 'changed') return undefined
  const last = path.at(-1) ?? ''
  if (last === 'outgoingEdgeId') {
    return (draft) => {
      const now = valueAt(draft.document, path)
      if (typeof now === 'string') disconnect([now])(draft)
    }
  }
  if (!last.startsWith('#')) return (draft) => draft.set(path, mine)
  const id = last.slice(1)
  const list = path.slice(0, -1)
  if (Array.isArray(mine)) return (draft) => draft.move(list, id, mine as Path, Number.MAX_SAFE_INTEGER)
  if (mine !== undefined) {
    return (draft) => {
      const edges = new Set(draft.document.edges.map((it) => it.id))
      replaceBlock(withoutLooseExits(mine, edges) as Identified)(draft)
    }
  }
  if (path.length === 2 && (path[0] === 'groups' || path[0] === 'events')) return deleteNodes([id])
  return path.length === 4 && path[2] === 'blocks' ? deleteBlock(id) : (draft) => draft.remove(list, id)
}

function bringBack(
  { list, element, index }: NonNullable<Conflict['rescued']>,
  edge: Edge | undefined,
  newId: () => string,
): Command {
  return (draft: Draft) => {
    const edges = new Set(draft.document.edges.map(({ id }) => id))
    draft.insert(list, withoutLooseExits(element, edges) as Identified, index)
    if (edge) connect(newId(), edge.from, edge.to)(draft)
  }
}

function withoutLooseExits(value: unknown, edges: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((element) => withoutLooseExits(element, edges))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key, inner]) => key !== 'outgoingEdgeId' || edges.has(inner))
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutLooseExits(inner, edges)]))
}
