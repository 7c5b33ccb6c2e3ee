import type { Warning } from '../issue.js'
import { isObject, type Json, objectsOf } from '../json.js'

/** Adds what a file lacks and has only one sensible value: empty parts, ids, titles and positions. Warns of each. */
export const completeFile = (bot: Json, newId: () => string, warnings: Warning[]): void => {
  const added = (path: string, message: string) => warnings.push({ path: `bot.${path}`, message })
  for (const [key, empty] of Object.entries({ edges: [], variables: [], theme: {}, settings: {} })) {
    if (bot[key] != null) continue
    bot[key] = empty
    added(key, 'This was missing and is empty now.')
  }
  const identify = (owner: Json, path: string): boolean => {
    if (owner.id != null && owner.id !== '') return false
    owner.id = newId()
    added(`${path}.id`, 'A missing id was added.')
    return true
  }
  const location = (owner: Json, path: string, position: { x: number; y: number }) => {
    if (hasNumbers(owner.graphCoordinates)) return
    owner.graphCoordinates = position
    added(`${path}.graphCoordinates`, 'A missing position was added.')
  }
  const groups = numbered(bot.groups)
  for (const [group, g] of groups) {
    const path = `groups.${g}`
    identify(group, path)
    location(group, path, { x: 300 + (g % columns) * 400, y: Math.floor(g / columns) * 400 })
    if (group.title == null) {
      group.title = `Group #${g + 1}`
      added(`${path}.title`, 'A missing title was added.')
    }
    if (group.blocks == null) {
      group.blocks = []
      added(`${path}.blocks`, 'This was missing and is empty now.')
    }
    for (const [block, b] of numbered(group.blocks)) {
      identify(block, `${path}.blocks.${b}`)
      for (const [item, i] of numbered(block.items)) identify(item, `${path}.blocks.${b}.items.${i}`)
    }
  }
  for (const [event, e] of numbered(bot.events)) {
    identify(event, `events.${e}`)
    location(event, `events.${e}`, { x: 0, y: e * 200 })
  }
  for (const [variable, v] of numbered(bot.variables)) identify(variable, `variables.${v}`)
  const nameless = numbered(bot.edges).filter(([edge, e]) => identify(edge, `edges.${e}`))
  if (nameless.length > 0) connect(bot, nameless)
}

const columns = 6

/** An edge without an id is named by no block yet: where it begins, it becomes the exit. */
const connect = (bot: Json, edges: readonly (readonly [Json, number])[]): void => {
  const starts = new Map<unknown, Json>(objectsOf(bot.events).map((event) => [event.id, event]))
  for (const group of objectsOf(bot.groups))
    for (const block of objectsOf(group.blocks)) {
      starts.set(block.id, block)
      for (const item of objectsOf(block.items)) starts.set(item.id, item)
    }
  for (const [{ id, from }] of edges) {
    const { eventId, blockId, itemId } = isObject(from) ? from : ({} as Json)
    const start = starts.get(itemId ?? blockId ?? eventId)
    if (start) start.outgoingEdgeId ??= id
  }
}

const hasNumbers = (value: unknown): boolean => isObject(value) && Number.isFinite(value.x) && Number.isFinite(value.y)

/** Objects of a list with their indexes. */
const numbered = (list: unknown): (readonly [Json, number])[] =>
  Array.isArray(list) ? list.flatMap((entry, index) => (isObject(entry) ? [[entry, index] as const] : [])) : []
