import { exitTexts } from '../exits.js'
import { describeOptions } from '../fields/describe-fields.js'
import type { Fields, UnionField } from '../fields/fields.js'
import type { BlockDefinition } from './define.js'

const sectionNames = { bubble: 'Bubble', input: 'Input', logic: 'Logic', integration: 'Integration' } as const

/** Names of the limits of replies. */
const replyLimits = { short: 'shortReplyBytes', long: 'textReplyBytes', several: 'choiceReplyBytes' } as const

/**
 * Generates what the documentation says of a block from its definition: kind and purpose, options, items, text for invalid replies, exits,
 * and what is different in messaging apps.
 */
export function describeBlock(definition: BlockDefinition, invalidReplyText = definition.invalidReplyText): string {
  const { section, description, content, options, items, own, messaging = [], exits = [], form, replySize } = definition
  const parts = [`${sectionNames[section]}. ${description}.`]
  const isNeededIn = (part: string) => (option: string) =>
    Object.keys(definition.needs ?? {}).some((path) => `${path}.`.startsWith(`${part}.${option}.`))
  const add = (fields: Fields, isNeeded: (option: string) => boolean, heading?: string) => {
    const table = describeOptions(fields, isNeeded)
    if (table.split('\n').length > 2) parts.push(...(heading ? [heading] : []), table)
  }
  if (content && form !== 'rich text') add(content, isNeededIn('content'))
  if (options) {
    const { base, members } = partsOf(options)
    add(base, isNeededIn('options'))
    for (const { is, fields } of members) add(fields, () => false, `If **${labelOf(options)}** is ${is.join(', ')}:`)
  }
  if (own) add(own, () => false)
  if (items) add(items.fields, () => false, `Each ${items.noun ?? 'answer'}:`)
  if (section === 'input') {
    const limit = replyLimits[replySize ?? (items || definition.uploads ? 'several' : 'short')]
    parts.push(`Longest reply: \`${limit}\` ([limits](limits.md#replies-and-conversations)).`)
  }
  if (invalidReplyText) parts.push(`After an invalid reply: “${invalidReplyText}”`)
  const ways = [
    ...(items ? [`one for each ${items.noun ?? 'answer'}`] : []),
    ...(items?.otherwise ? [`**${items.otherwise}**`] : []),
  ]
  const named = [...ways, ...exits.map((exit) => `**${exitTexts[exit].label}**`)]
  if (named.length > 0) parts.push(`Exits: ${named.join(', ')}.`)
  if (messaging.length > 0)
    parts.push(`In messaging apps: ${[...new Set(messaging.map(({ text }) => text))].join(' ')}`)
  return parts.join('\n\n')
}

const isUnion = (options: Fields | UnionField): options is UnionField => options.kind === 'union'

const labelOf = (options: Fields | UnionField): string => (isUnion(options) ? options.label : '')

/** Options that a block always has, and those that depend on one of them. Members without options are omitted. */
function partsOf(options: Fields | UnionField) {
  if (!isUnion(options)) return { base: options, members: [] }
  const members = options.members.filter(({ fields }) => Object.keys(fields).length > 0)
  return {
    base: options.base,
    members: members.map(({ is, fields }) => ({ is: is.filter((value) => value !== undefined), fields })),
  }
}

const begin = '<!-- block: '
const end = '<!-- end of block -->'

/** The types of blocks that a page describes, in its order. */
export function blocksIn(page: string): string[] {
  const types: string[] = []
  withBlocks(page, (type) => {
    types.push(type)
    return ''
  })
  return types
}

/** Replaces the generated parts of a page, each between `<!-- block: type -->` and `<!-- end of block -->`. */
export function withBlocks(page: string, describe: (type: string) => string): string {
  const parts = page.split(end).map((part) => {
    const from = part.lastIndexOf(begin)
    if (from < 0) return part
    const type = part.slice(from + begin.length, part.indexOf(' -->', from))
    return `${part.slice(0, from)}${begin}${type} -->\n\n${describe(type)}\n\n`
  })
  return parts.join(end)
}
