import type { Block, Group } from '@colloquy/flow'
import { blockExits, definitionOf, exitTexts, labelsAt, plainText } from '@colloquy/flow/blocks'
import { diff, equal, exitKey, type Item, itemsOf } from '@colloquy/flow/operations'
import { entryOf } from '../catalogue/block-catalogue.js'
import { itemSummary, summaryOf } from '../catalogue/summary.js'
import type { Content } from '../document/content.js'
import { labelOf } from '../forms/words.js'
import { t, translated } from '../i18n/i18n.js'

export type ChangeKind = 'added' | 'removed' | 'changed' | 'moved'

/** One place of a flow, or its theme or settings, with one line for each of its changes. */
export interface Difference {
  /** Id of the group, or a separate name for places other than groups. */
  id: string
  title: string
  /** `moved`: only its position on the canvas has changed. */
  fate: ChangeKind
  lines: readonly string[]
}

/** Describes the changes from one version to another in plain words, place by place in the order of the newer version. */
export function compare(before: Content, after: Content): Difference[] {
  return [
    ...groupPositions(before, after),
    ...listDifference('events', t('Events'), eventLines(before, after)),
    ...listDifference('variables', t('Variables'), variableLines(before, after)),
    ...listDifference('theme', t('Theme'), leafLines(before.theme, after.theme)),
    ...listDifference('settings', t('Settings'), leafLines(before.settings, after.settings)),
  ]
}

const listDifference = (id: string, title: string, lines: readonly string[]): Difference[] =>
  lines.length === 0 ? [] : [{ id, title, fate: 'changed', lines }]

function groupPositions(before: Content, after: Content): Difference[] {
  const old = new Map(before.groups.map((group) => [group.id, group]))
  const homes = new Map(before.groups.flatMap((group) => group.blocks.map((block) => [block.id, group] as const)))
  const kept = after.groups.flatMap((group): Difference[] => {
    const was = old.get(group.id)
    const { id } = group
    const title = titleOf(group)
    if (!was) return [{ id, title, fate: 'added', lines: group.blocks.map((block) => nameBlock(block, after)) }]
    const lines = [
      ...(was.title === group.title
        ? []
        : [t('Renamed: {quoted} is now {quoted2}', { quoted: quoted(was.title), quoted2: quoted(group.title) })]),
      ...blockLines(was, group, { before, after, homes }),
      ...exitLines(was, group, before, after),
    ]
    if (lines.length > 0) return [{ id, title, fate: 'changed', lines }]
    const stands = equal(was.graphCoordinates, group.graphCoordinates)
    return stands ? [] : [{ id, title, fate: 'moved', lines: [t('Moved on the canvas')] }]
  })
  const there = new Set(after.groups.map(({ id }) => id))
  const removed = before.groups.flatMap((group): Difference[] => {
    if (there.has(group.id)) return []
    const lines = group.blocks.map((block) => nameBlock(block, before))
    return [{ id: group.id, title: titleOf(group), fate: 'removed', lines }]
  })
  return [...kept, ...removed]
}

interface Both {
  before: Content
  after: Content
  /** Group of each block. */
  homes: ReadonlyMap<string, Group>
}

function blockLines(was: Group, is: Group, { before, after, homes }: Both): string[] {
  const old = new Map(was.blocks.map((block) => [block.id, block]))
  const now = new Map(after.groups.flatMap((group) => group.blocks.map((block) => [block.id, group] as const)))
  const lines = is.blocks.flatMap((block): string[] => {
    const stood = old.get(block.id)
    if (stood) return changesOfBlock(stood, block, before, after)
    const home = homes.get(block.id)
    if (!home) return [t('Added: {nameBlock}', { nameBlock: nameBlock(block, after) })]
    const moved = home.blocks.find(({ id }) => id === block.id)
    return [
      t('Came from {quoted}: {nameBlock}', { quoted: quoted(titleOf(home)), nameBlock: nameBlock(block, after) }),
    ].concat(moved ? changesOfBlock(moved, block, before, after) : [])
  })
  const gone = was.blocks.flatMap((block): string[] => {
    const to = now.get(block.id)
    if (!to) return [t('Removed: {nameBlock}', { nameBlock: nameBlock(block, before) })]
    return to.id === is.id
      ? []
      : [t('Went to {quoted}: {nameBlock}', { quoted: quoted(titleOf(to)), nameBlock: nameBlock(block, before) })]
  })
  const order = (group: Group, other: ReadonlySet<string>) =>
    group.blocks.map(({ id }) => id).filter((id) => other.has(id))
  const common = new Set(is.blocks.map(({ id }) => id).filter((id) => old.has(id)))
  const isReordered = order(was, common).join() !== order(is, common).join()
  return [...lines, ...gone, ...(isReordered ? [t('The blocks are in another order')] : [])]
}

function changesOfBlock(was: Block, is: Block, before: Content, after: Content): string[] {
  const label = entryOf(is).label
  const words = (block: Block) => plainText(definitionOf(block.type)?.richText?.(block))
  if (words(was) !== words(is)) return [`${label}: ${quoted(words(was))} → ${quoted(words(is))}`]
  const inside = diff(withoutRows(was), withoutRows(is)).map((operation) => {
    if (operation.kind !== 'set')
      return `${label}: ${optionWords(is, 'spot' in operation ? operation.spot.list : operation.to.list)}`
    return `${label}: ${changeAt(operation.path, operation.was, operation.value, (path) => optionWords(is, path))}`
  })
  return [...inside, ...itemChanges(was, is, before, after).map((line) => `${label}: ${line}`)]
}

/** A block without its rows and its exit, whose changes are described separately. */
function withoutRows(block: Block): object {
  const { items: _, outgoingEdgeId: __, ...rest } = block as unknown as Record<string, unknown>
  const ways = blockExits(block).map(({ on }) => on)
  return ways.length > 0 ? { ...rest, exits: ways.join(', ') } : rest
}

function itemChanges(was: Block, is: Block, before: Content, after: Content): string[] {
  const old = new Map(itemsOf(was).map((item) => [item.id, item]))
  const there = new Set(itemsOf(is).map(({ id }) => id))
  const name = (block: Block, item: Item, of: Content) => quoted(itemSummary(block, item, namesOf(of)))
  const changed = itemsOf(is).flatMap((item): string[] => {
    const stood = old.get(item.id)
    if (!stood) return [t('added {name}', { name: name(is, item, after) })]
    const [from, to] = [name(was, stood, before), name(is, item, after)]
    if (from !== to) return [`${from} → ${to}`]
    const isOther = !equal({ ...stood, outgoingEdgeId: null }, { ...item, outgoingEdgeId: null })
    return isOther ? [t('changed {to}', { to })] : []
  })
  const gone = itemsOf(was).filter(({ id }) => !there.has(id))
  return [...changed, ...gone.map((item) => t('removed {name}', { name: name(was, item, before) }))]
}

/** Describes where the exits of a group lead now, and where they led before. */
function exitLines(was: Group, is: Group, before: Content, after: Content): string[] {
  const [old, now] = [targetsOf(was, before), targetsOf(is, after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key): string[] => {
    const [from, to] = [old.get(key), now.get(key)]
    if (from?.at === to?.at) return []
    const exit = nameExit(is, key, after) ?? nameExit(was, key, before)
    if (exit === undefined) return []
    if (!from) return [t('{exit} now leads to {quoted}', { exit, quoted: quoted(to!.title) })]
    if (!to) return [t('{exit} no longer leads to {quoted}', { exit, quoted: quoted(from.title) })]
    return [
      t('{exit} leads to {quoted} instead of {quoted2}', {
        exit,
        quoted: quoted(to.title),
        quoted2: quoted(from.title),
      }),
    ]
  })
}

function targetsOf(group: Group, { edges, groups }: Content): Map<string, { at: string; title: string }> {
  const own = new Set(group.blocks.map(({ id }) => id))
  const titles = new Map(groups.map((it) => [it.id, titleOf(it)]))
  return new Map(
    edges.flatMap(({ from, to }) => {
      if (from.blockId === undefined || !own.has(from.blockId)) return []
      const title = titles.get(to.groupId) ?? t('a missing group')
      return [[exitKey(from), { at: `${to.groupId} ${to.blockId ?? ''}`, title }] as const]
    }),
  )
}

function nameExit(group: Group, key: string, of: Content): string | undefined {
  const [blockId, itemId] = key.split('/')
  const block = group.blocks.find(({ id }) => id === blockId)
  if (!block) return undefined
  const item = itemsOf(block).find(({ id }) => id === itemId)
  const label = entryOf(block).label
  const way = blockExits(block).find(({ id }) => id === itemId)
  if (way) return `${label}, ${quoted(translated(exitTexts[way.on].label))},`
  return item ? `${label}, ${quoted(itemSummary(block, item, namesOf(of)))},` : label
}

function eventLines(before: Content, after: Content): string[] {
  const titles = (of: Content) => new Map(of.groups.map((group) => [group.id, titleOf(group)]))
  const leads = (of: Content) =>
    new Map(
      of.edges.flatMap(({ from, to }) => (from.eventId ? [[from.eventId, titles(of).get(to.groupId)] as const] : [])),
    )
  const [oldLeads, newLeads] = [leads(before), leads(after)]
  const old = new Map(before.events.map((event) => [event.id, event]))
  const there = new Set(after.events.map(({ id }) => id))
  return [
    ...after.events.flatMap((event): string[] => {
      const was = old.get(event.id)
      if (!was) return [t('Added: {type}', { type: event.type })]
      const [from, to] = [oldLeads.get(event.id), newLeads.get(event.id)]
      const options = (of: typeof event) => ('options' in of ? of.options : undefined)
      return [
        ...(from === to
          ? []
          : [
              t('{label} leads to {quoted} instead of {quoted2}', {
                label: labelOf(event.type),
                quoted: quoted(to),
                quoted2: quoted(from),
              }),
            ]),
        ...(equal(options(was), options(event)) ? [] : [t('Changed: {type}', { type: event.type })]),
      ]
    }),
    ...before.events.filter(({ id }) => !there.has(id)).map(({ type }) => t('Removed: {type}', { type })),
  ]
}

function variableLines(before: Content, after: Content): string[] {
  const old = new Map(before.variables.map((variable) => [variable.id, variable]))
  const there = new Set(after.variables.map(({ id }) => id))
  return [
    ...after.variables.flatMap((variable): string[] => {
      const was = old.get(variable.id)
      if (!was) return [t('Added: {name}', { name: variable.name })]
      if (was.name !== variable.name)
        return [t('Renamed: {quoted} is now {quoted2}', { quoted: quoted(was.name), quoted2: quoted(variable.name) })]
      return equal(was, variable) ? [] : [t('Changed: {name}', { name: variable.name })]
    }),
    ...before.variables.filter(({ id }) => !there.has(id)).map(({ name }) => t('Removed: {name}', { name })),
  ]
}

/** A line for each value that differs, however deeply nested, even where everything around it is new. */
const leafLines = (before: object, after: object): string[] =>
  diff(before, after).flatMap((operation) =>
    operation.kind === 'set'
      ? leavesOf(operation.path, operation.was, operation.value)
      : [
          t('{pathWords} changed', {
            pathWords: pathWords('spot' in operation ? operation.spot.list : operation.to.list),
          }),
        ],
  )

function leavesOf(path: readonly string[], was: unknown, is: unknown): string[] {
  const parts = [was, is].filter(isPlain)
  const isObject = parts.length > 0 && [was, is].every((value) => value === undefined || isPlain(value))
  if (!isObject) return [changeAt(path, was, is)]
  const keys = new Set(parts.flatMap((part) => Object.keys(part)))
  const partOf = (value: unknown, key: string) => (isPlain(value) ? value[key] : undefined)
  return [...keys].flatMap((key) => leavesOf([...path, key], partOf(was, key), partOf(is, key)))
}

/** Describes a change of one value: "Chat › Buttons › Text colour: set to “#111111”", "Messaging: turned on". */
function changeAt(path: readonly string[], was: unknown, is: unknown, wordsOf = pathWords): string {
  if (typeof is === 'boolean') {
    const owner = path.at(-1) === 'isEnabled' && path.length > 1 ? path.slice(0, -1) : path
    return `${wordsOf(owner)}: ${is ? t('turned on') : t('turned off')}`
  }
  const name = wordsOf(path)
  if (isNone(was)) return `${name}: ${t('set to {value}', { value: shown(is) })}`
  if (isNone(is) && typeof was === 'boolean') return `${name}: ${t('back to the default')}`
  return isNone(is)
    ? `${name}: ${t('{value} removed', { value: shown(was) })}`
    : `${name}: ${shown(was)} → ${shown(is)}`
}

const isNone = (value: unknown): boolean => value === undefined || value === null || value === ''

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Formats `['chat', 'buttons', 'color']` as "Chat › Buttons › Text colour". */
const pathWords = (path: readonly string[]): string =>
  path
    .filter((part) => part !== 'options' && part !== 'content' && !part.startsWith('#'))
    .map((part, index, parts) => labelOf(part, parts[index - 1]))
    .join(' › ') || t('Content')

/** Names an option of a block as its form does. */
const optionWords = (block: Block, path: readonly string[]): string =>
  labelsAt(block, path)?.map(translated).join(' › ') || pathWords(path)

const titleOf = ({ title }: Group): string => title || t('Untitled')

function nameBlock(block: Block, of: Content): string {
  const { label } = entryOf(block)
  const words = summaryOf(block, namesOf(of))
  return words ? `${label} ${quoted(words)}` : label
}

const namesOf = ({ variables, groups }: Content) => ({
  variables,
  groupTitle: (id: string) => groups.find((group) => group.id === id)?.title,
})

const quoted = (text: string | undefined): string => (text ? `“${cut(text)}”` : t('nothing'))

/** The value of an option in words. */
function shown(value: unknown): string {
  if (isNone(value)) return t('nothing')
  if (typeof value === 'boolean') return value ? t('on') : t('off')
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return quoted(value)
  return quoted(plainText(value) || partsOf(value) || JSON.stringify(value))
}

/** Text of an option's parts, without their ids. */
function partsOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(partsOf).filter(Boolean).join('; ')
  if (typeof value === 'boolean') return value ? t('on') : t('off')
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  const parts = Object.entries(value).filter(([key]) => !/(^id|Id)$/.test(key))
  return parts
    .map(([, part]) => partsOf(part))
    .filter(Boolean)
    .join(' ')
}

const longest = 80
const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text)
