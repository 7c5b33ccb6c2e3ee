import type { BlockType, BotCreate, ComparisonOperator, ExitKind, Theme } from '@colloquy/flow'
import type { BotDocument } from '@colloquy/flow/operations'

/** A finished conversation to start from. */
export interface Template {
  icon: string
  name: string
  hint: string
  bot: BotCreate
}

/**
 * A template definition in compact form: groups by title in display order, the first one at the start. Exits lead to groups by title.
 * Variables are those that something is stored `in`.
 */
export interface TemplateDefinition {
  icon: string
  name: string
  /** Its purpose, in one sentence. */
  hint: string
  theme: Theme
  groups: Readonly<Record<string, readonly Part[]>>
}

/**
 * Contents of a group: a string is a message, with one bubble per line. The last part may name the group that it leads `to`.
 *
 * - `ask`: an input of this type; its answer is stored `in` a variable; `with` are its options.
 * - `offer`: answers to choose from; those with a text of their own lead to the group of that title.
 * - `when`: conditions in order, each of one comparison or of several that all have to hold.
 * - `set`: a variable, to a value.
 * - `generate`: instructions for a model, which replies to the value of the variable `from`; the reply is stored `in` another. When the
 *   model fails, the flow continues at the group `otherwise`.
 * - `use`: a block that calls a service or a model, with its options; `otherwise` are the groups that its exits lead to.
 * - `show`: a block of any other kind with its options.
 */
export type Part =
  | string
  | { ask: string; in?: string; with?: object; to?: string }
  | { offer: readonly string[] | Readonly<Record<string, string>>; in?: string; with?: object; to?: string }
  | { when: readonly Way[]; to?: string }
  | { set: string; as: string; to?: string }
  | { generate: string; from: string; in: string; otherwise: string; to?: string }
  | { use: BlockType; with: (ids: Ids) => object; otherwise?: Readonly<Partial<Record<ExitKind, string>>>; to?: string }
  | { show: string; with: object | ((ids: Ids) => object); to?: string }
  | { to: string }

/** Ids of the variables and groups that a template definition names. */
export interface Ids {
  variable(name: string): string
  group(title: string): string
}

/** `Score`, `Greater than`, `8`: a condition and its target. */
export interface Way {
  if:
    | readonly [variable: string, operator: ComparisonOperator, value: string]
    | readonly (readonly [string, ComparisonOperator, string])[]
  to: string
}

type Loose = Record<string, unknown>

export interface TemplateContext {
  /** Name and hint in the language of the reader. */
  translate(text: string): string
  /** Positions of events and groups. */
  arrange(bot: BotDocument): ReadonlyMap<string, { x: number; y: number }>
}

/** Builds the bot of a template definition. */
export function buildTemplate(
  { icon, name, hint, theme, groups: parts }: TemplateDefinition,
  { translate, arrange }: TemplateContext,
): Template {
  const ids = new Map(Object.keys(parts).map((title, index) => [title, `group${index + 1}`]))
  const variables = new Map<string, string>()
  const edges: Loose[] = []
  const groupOf = (title: string): string => {
    const groupId = ids.get(title)
    if (groupId === undefined) throw new Error(`"${name}": an exit leads to "${title}", which is not a group.`)
    return groupId
  }
  const lead = (from: object, title: string): string => {
    const groupId = groupOf(title)
    const id = `edge${edges.length + 1}`
    edges.push({ id, from, to: { groupId } })
    return id
  }
  const keep = (variable: string): string => {
    const known = variables.get(variable)
    if (known !== undefined) return known
    const id = `variable${variables.size + 1}`
    variables.set(variable, id)
    return id
  }
  const first = Object.keys(parts)[0]!
  const start = {
    id: 'start',
    type: 'start',
    graphCoordinates: { x: 0, y: 0 },
    outgoingEdgeId: lead({ eventId: 'start' }, first),
  }
  const groups = Object.entries(parts).map(([title, list]) => {
    const groupId = ids.get(title)!
    const blocks = blocksOf(list, { groupId, lead, keep, ids: { variable: keep, group: groupOf } })
    return { id: groupId, title, graphCoordinates: { x: 0, y: 0 }, blocks }
  })
  const bot = {
    name: translate(name),
    icon,
    theme,
    settings: {},
    events: [start],
    groups,
    edges,
    variables: [...variables].map(([variable, id]) => ({ id, name: variable })),
  } as unknown as BotDocument
  const positions = arrange(bot)
  for (const node of [...bot.events, ...bot.groups]) node.graphCoordinates = positions.get(node.id)!
  return { icon, name: translate(name), hint: translate(hint), bot: bot as unknown as BotCreate }
}

interface Pen {
  groupId: string
  /** Adds an edge to the group with this title; returns its id. */
  lead(from: object, title: string): string
  /** The id of a variable by its name. */
  keep(variable: string): string
  ids: Ids
}

function blocksOf(parts: readonly Part[], { groupId, lead, keep, ids }: Pen): Loose[] {
  const blocks: Loose[] = []
  for (const part of parts) {
    const id = `${groupId}block${blocks.length + 1}`
    if (typeof part === 'string') {
      for (const line of part.split('\n')) blocks.push(textBlock(`${groupId}block${blocks.length + 1}`, line))
      continue
    }
    const block = blockOf(part, { id, lead, keep, ids })
    if (block) blocks.push(block)
    const last = blocks.at(-1)
    if (part.to !== undefined && last) last.outgoingEdgeId = lead({ blockId: last.id }, part.to)
  }
  return blocks
}

function blockOf(
  part: Exclude<Part, string>,
  { id, lead, keep, ids }: Omit<Pen, 'groupId'> & { id: string },
): Loose | undefined {
  if ('ask' in part)
    return { id, type: part.ask, options: { ...(part.in && { variableId: keep(part.in) }), ...part.with } }
  if ('set' in part)
    return { id, type: 'Set variable', options: { variableId: keep(part.set), expressionToEvaluate: part.as } }
  if ('generate' in part) {
    const messages = [
      { role: 'system', content: part.generate },
      { role: 'user', content: `{{${part.from}}}` },
    ]
    const responseMapping = [{ item: 'Message content', variableId: keep(part.in) }]
    const exitId = `${id}exit`
    const outgoingEdgeId = lead({ blockId: id, itemId: exitId }, part.otherwise)
    return {
      id,
      type: 'openai',
      exits: [{ id: exitId, on: 'failure', outgoingEdgeId }],
      options: { action: 'Create chat completion', model: 'gpt-4o-mini', messages, responseMapping },
    }
  }
  if ('use' in part) {
    const exits = Object.entries(part.otherwise ?? {}).map(([on, title]) => {
      const exitId = `${id}${on}`
      return { id: exitId, on, outgoingEdgeId: lead({ blockId: id, itemId: exitId }, title) }
    })
    return { id, type: part.use, ...(exits.length > 0 && { exits }), options: part.with(ids) }
  }
  if ('show' in part) {
    return { id, type: part.show, ...(typeof part.with === 'function' ? part.with(ids) : part.with) }
  }
  if ('offer' in part) {
    const answers = Array.isArray(part.offer) ? part.offer.map((text) => [text, '']) : Object.entries(part.offer)
    const items = answers.map(([content, title], index) => {
      const itemId = `${id}item${index + 1}`
      return { id: itemId, content, ...(title && { outgoingEdgeId: lead({ blockId: id, itemId }, title) }) }
    })
    return { id, type: 'choice input', items, options: { ...(part.in && { variableId: keep(part.in) }), ...part.with } }
  }
  if (!('when' in part)) return undefined
  const items = part.when.map(({ if: comparison, to }, index) => {
    const itemId = `${id}item${index + 1}`
    const all = (Array.isArray(comparison[0]) ? comparison : [comparison]) as readonly (readonly [
      string,
      string,
      string,
    ])[]
    const comparisons = all.map(([variable, comparisonOperator, value], arrange) => ({
      id: `${itemId}part${arrange + 1}`,
      variableId: keep(variable),
      comparisonOperator,
      value,
    }))
    return {
      id: itemId,
      content: { logicalOperator: 'AND', comparisons },
      outgoingEdgeId: lead({ blockId: id, itemId }, to),
    }
  })
  return { id, type: 'Condition', items }
}

const textBlock = (id: string, line: string): Loose => ({
  id,
  type: 'text',
  content: { richText: [{ type: 'p', children: [{ text: line }] }] },
})
