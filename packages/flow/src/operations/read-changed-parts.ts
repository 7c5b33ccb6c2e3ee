import * as z from 'zod'
import { type Block, blockSchema } from '../blocks-schema/block.js'
import { edgeSchema, eventsSchema, type Group, groupSchema, variableSchema } from '../flow-schema.js'
import { describeIssue } from '../issue.js'
import { settingsSchema } from '../settings.js'
import { themeSchema } from '../theme/theme.js'
import type { BotDocument } from './bot-document.js'
import { equal } from './equal.js'
import { elementPath, type Path } from './path.js'

/** A part of a changed document that violates the schemas, and how to fix it. */
export interface PartIssue {
  path: Path
  message: string
}

/**
 * Parses the parts that differ from an earlier document, with the same result as parsing the whole. Identical objects are known to be
 * valid, so the cost is that of the change. Parts that the schemas drop are dropped, and a block that got a type with items has a list of them.
 */
export function readChangedParts(
  before: BotDocument,
  after: BotDocument,
): { ok: true; document: BotDocument } | { ok: false; issues: PartIssue[] } {
  const issues: PartIssue[] = []
  const read = <T>(schema: z.ZodType, value: T, path: Path): T => {
    const parsed = schema.safeParse(value)
    if (parsed.success) return equal(parsed.data, value) ? value : (parsed.data as T)
    for (const issue of parsed.error.issues)
      issues.push({ path: [...path, ...issue.path.map(String)], message: describeIssue(issue) })
    return value
  }
  const readField = <Key extends keyof BotDocument>(key: Key, schema: z.ZodType): BotDocument[Key] =>
    after[key] === before[key] ? after[key] : read(schema, after[key], [key])
  const readList = <T extends { id: string }>(old: readonly T[], list: T[], path: Path, readOne: ReadOne<T>): T[] => {
    if (list === old) return list
    const known = new Set(old)
    return replaced(list, (it) => (known.has(it) ? it : readOne(it, elementPath(path, it.id))))
  }
  const old = new Map(before.groups.map((group) => [group.id, group]))
  const readGroup = (group: Group, path: Path): Group => {
    if (!Array.isArray(group.blocks)) return read(groupSchema, group, path)
    const { blocks, ...rest } = group
    const head = read(headSchema, rest, path)
    const list = [...path, 'blocks']
    const earlier = old.get(group.id)?.blocks ?? []
    const good = readList<Block>(earlier, blocks, list, (it, at) => read(blockSchema, withItems(it, earlier), at))
    return head === rest && good === blocks ? group : { ...head, blocks: good }
  }
  const document: BotDocument = {
    name: readField('name', z.string()),
    icon: readField('icon', z.string().nullable()),
    events: readField('events', eventsSchema),
    groups: readList(before.groups, after.groups, ['groups'], readGroup),
    edges: readList(before.edges, after.edges, ['edges'], (it, path) => read(edgeSchema, it, path)),
    variables: readList(before.variables, after.variables, ['variables'], (it, path) => read(variableSchema, it, path)),
    theme: readField('theme', themeSchema),
    settings: readField('settings', settingsSchema),
  }
  return issues.length === 0 ? { ok: true, document } : { ok: false, issues }
}

/** The block with an empty list of items, if it got a type that has items from one that has none. */
function withItems(block: Block, earlier: readonly Block[]): Block {
  const before = earlier.find(({ id }) => id === block.id)
  if (!before || before.type === block.type || 'items' in block) return block
  const { error } = blockSchema.safeParse(block)
  return error?.issues.some(({ path }) => path[0] === 'items') ? ({ ...block, items: [] } as Block) : block
}

type ReadOne<T> = (element: T, path: Path) => T

const headSchema = groupSchema.omit({ blocks: true })

/** The list itself when nothing in it was replaced. */
function replaced<T>(list: T[], replace: (element: T) => T): T[] {
  const next = list.map(replace)
  return next.every((element, index) => element === list[index]) ? list : next
}
