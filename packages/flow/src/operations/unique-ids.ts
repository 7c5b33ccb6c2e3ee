import type { Block } from '../blocks-schema/block.js'
import { blockExits } from '../exits.js'
import type { Edge, Flow, Group } from '../flow-schema.js'
import { isEditableId, maxIdLength } from '../ids.js'
import type { Warning } from '../issue.js'
import { itemsOf } from '../items.js'
import { isObject } from '../json.js'

export type IdKind = 'group' | 'block' | 'edge' | 'variable' | 'event' | 'item'

/** An object that names the edge from an exit, and where that edge begins: as in the flow, and in the result. */
interface ExitCopy {
  holder: { outgoingEdgeId?: string | undefined }
  before: Edge['from']
  after: Edge['from']
}

/**
 * Gives new ids to elements whose id an earlier element has, and to those that operations cannot insert. Edges and exits follow where they
 * can mean only one element; everything else that names a repeated id means the first element, as in a run. The same flow always gets the
 * same ids; the flow itself is returned if none is needed. Paths of warnings begin with `bot`.
 */
export function withUniqueIds(flow: Flow): { flow: Flow; warnings: Warning[] } {
  if (!needsNewIds(flow)) return { flow, warnings: [] }
  const { events, groups, edges, variables } = JSON.parse(JSON.stringify(flow)) as Flow
  const warnings: Warning[] = []
  const exits: ExitCopy[] = []
  const targets = new Map<string, { group: Group; id: string }>()
  const renamers = {
    event: renamer('event', events, warnings),
    group: renamer('group', groups, warnings),
    block: renamer(
      'block',
      groups.flatMap((group) => group.blocks),
      warnings,
    ),
    edge: renamer('edge', edges, warnings),
    variable: renamer('variable', variables, warnings),
  }
  for (const [index, variable] of variables.entries()) renamers.variable.rename(variable, `variables.${index}`)
  for (const [index, event] of events.entries()) {
    const before = { eventId: event.id }
    renamers.event.rename(event, `events.${index}`)
    exits.push({ holder: event, before, after: { eventId: event.id } })
  }
  for (const [g, group] of groups.entries()) {
    const groupBefore = group.id
    renamers.group.rename(group, `groups.${g}`)
    for (const [b, block] of group.blocks.entries()) {
      const blockBefore = block.id
      const path = `groups.${g}.blocks.${b}`
      renamers.block.rename(block, path)
      const target = keyOf(groupBefore, blockBefore)
      if (!targets.has(target)) targets.set(target, { group, id: block.id })
      const rows = renameRows(block, path, warnings)
      for (const { holder, before, after } of [{ holder: block, before: {}, after: {} }, ...rows])
        exits.push({
          holder,
          before: { blockId: blockBefore, ...before },
          after: { blockId: block.id, ...after },
        })
    }
  }
  const exitsByEdge = new Map<string, ExitCopy[]>()
  // Backwards, so that the first exit is taken from the end of its list.
  for (const exit of exits.toReversed()) {
    const key = keyOf(exit.holder.outgoingEdgeId, ...exitParts(exit.before))
    const list = exitsByEdge.get(key)
    if (list) list.push(exit)
    else exitsByEdge.set(key, [exit])
  }
  for (const [index, edge] of edges.entries()) {
    const before = edge.id
    renamers.edge.rename(edge, `edges.${index}`)
    edge.to = targetOf(edge.to)
    const exit = exitsByEdge.get(keyOf(before, ...exitParts(edge.from)))?.pop()
    if (!exit) continue
    edge.from = exit.after
    exit.holder.outgoingEdgeId = edge.id
  }
  const { group, block, variable } = renamers
  const references = [
    { key: /groupIds?$/i, ids: group.unusable },
    { key: /blockIds?$/i, ids: block.unusable },
    { key: /variableIds?$/i, ids: variable.unusable },
  ].filter(({ ids }) => ids.size > 0)
  return { flow: withReferences({ events, groups, edges, variables }, references) as Flow, warnings }

  function targetOf(to: Edge['to']): Edge['to'] {
    const target = targets.get(keyOf(to.groupId, to.blockId))
    if (to.blockId !== undefined && target) return { groupId: target.group.id, blockId: target.id }
    return { ...to, groupId: renamers.group.unusable.get(to.groupId) ?? to.groupId }
  }
}

/** Assigns new ids to elements of one kind. `unusable` maps ids that no element may have to those of the first elements that had them. */
function renamer(kind: IdKind, elements: readonly { id: string }[], warnings: Warning[]) {
  const taken = new Set(elements.map(({ id }) => id))
  const seen = new Set<string>()
  const unusable = new Map<string, string>()
  const numbers = new Map<string, number>()
  /** An id that is not taken: "a", "a-2", "a-3". */
  const freeId = (id: string): string => {
    const start = id.slice(0, maxIdLength - 12)
    let free = start
    while (taken.has(free)) {
      const number = (numbers.get(start) ?? 1) + 1
      numbers.set(start, number)
      free = `${start}-${number}`
    }
    return free
  }
  const rename = (element: { id: string }, path: string) => {
    const { id } = element
    if (isEditableId(id) && !seen.has(id)) {
      seen.add(id)
      return
    }
    element.id = freeId(id || kind)
    taken.add(element.id)
    if (!seen.has(id)) unusable.set(id, element.id)
    seen.add(id)
    warnings.push({ path: `bot.${path}.id`, message: isEditableId(id) ? repeatedMessages[kind] : unusableMessage })
  }
  return { rename, unusable }
}

type Row = { id: string; outgoingEdgeId?: string | undefined }

/** Gives the items, paths and exits of a block ids that are unique in it; returns where edges from them begin. */
function renameRows(block: Block, path: string, warnings: Warning[]) {
  const renameAll = <T extends Row>(rows: readonly T[], location: string) => {
    const { rename } = renamer('item', rows, warnings)
    return rows.map((row, index) => {
      const before = row.id
      rename(row, `${path}.${location}.${index}`)
      return { row, before }
    })
  }
  const items = renameAll(itemsOf(block), 'items')
  const paths = items.flatMap(({ row: item, before: itemId }, index) =>
    renameAll(Array.isArray(item.paths) ? item.paths : [], `items.${index}.paths`).map(({ row, before }) => ({
      holder: row as Row,
      before: { itemId, pathId: before },
      after: { itemId: item.id, pathId: row.id },
    })),
  )
  const ends = [...items, ...renameAll(blockExits(block), 'exits')].map(({ row, before }) => ({
    holder: row as Row,
    before: { itemId: before },
    after: { itemId: row.id },
  }))
  return [...ends, ...paths]
}

function needsNewIds({ events, groups, edges, variables }: Flow): boolean {
  const blocks = groups.flatMap((group) => group.blocks)
  const rows = blocks.flatMap((block) => {
    const items = itemsOf(block)
    return [items, blockExits(block), ...items.map(({ paths }) => (Array.isArray(paths) ? paths : []))]
  })
  return [events, groups, blocks, edges, variables, ...rows].some((list) => {
    const ids = new Set<string>()
    return list.some(({ id }) => !isEditableId(id) || ids.size === ids.add(id).size)
  })
}

/** The value with other ids under keys that hold ids of a kind. An empty text under such a key names nothing. */
function withReferences(
  value: unknown,
  references: readonly { key: RegExp; ids: ReadonlyMap<string, string> }[],
  key = '',
): unknown {
  if (references.length === 0) return value
  if (typeof value === 'string') {
    const found = value === '' ? undefined : references.find((it) => it.key.test(key))?.ids.get(value)
    return found ?? value
  }
  if (Array.isArray(value)) return value.map((element) => withReferences(element, references, key))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withReferences(inner, references, name)]),
  )
}

const keyOf = (...parts: readonly (string | undefined)[]): string => JSON.stringify(parts.map((part) => part ?? null))

const exitParts = ({ eventId, blockId, itemId, pathId }: Edge['from']) => [eventId, blockId, itemId, pathId]

const repeatedMessages: Readonly<Record<IdKind, string>> = {
  event: 'An earlier event has this id: this one got another.',
  group: 'An earlier group has this id: this one got another.',
  block: 'An earlier block has this id: this one got another.',
  edge: 'An earlier edge has this id: this one got another.',
  variable: 'An earlier variable has this id: this one got another.',
  item: 'An earlier item of the block has this id: this one got another.',
}

const unusableMessage = `An id has 1 to ${maxIdLength} characters: this element got another.`
