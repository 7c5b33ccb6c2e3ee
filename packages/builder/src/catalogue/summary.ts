import type { Block, Variable } from '@colloquy/flow'
import type { Names as BlockNames } from '@colloquy/flow/blocks'
import type { Item } from '@colloquy/flow/operations'
import { shownBlock, shownIntegration } from '@colloquy/flow/shown'
import { t } from '../i18n/i18n.js'
import { operatorNames } from './operator-names.js'

/** Names of things that blocks refer to. */
export interface Names {
  variables: readonly Variable[]
  groupTitle(id: string): string | undefined
}

type Loose = Record<string, unknown>

/** A summary of a block in one line for the canvas; empty while nothing is set. */
export function summaryOf(block: Block, names: Names): string {
  const definition = shownBlock(block.type)
  if (definition?.summary) return definition.summary(block, namesFor(names))
  const options = ((block as { options?: Loose }).options ?? {}) as Loose
  const integration = shownIntegration(block.type)
  if (integration) return integration.actions.includes(textOf(options.action)) ? textOf(options.action) : ''
  const variable = nameOf(names, options.variableId)
  return variable ? t('saved in {variable}', { variable }) : textOf(options.action) || placeholderOf(options)
}

/** Text before the variable that a block saves to, for screen readers. */
export const savedIn = t('saved in ')

/** A part of a summary: text, or the name of a variable. */
export type SummaryPart = string | { variable: string }

/** A summary of a block as parts, with the variable that it saves to separate. */
export function summaryParts(block: Block, names: Names): readonly SummaryPart[] {
  const text = summaryOf(block, names)
  const variable = nameOf(names, (block as { options?: Loose }).options?.variableId)
  if (variable === '') return [text]
  if (text === t('saved in {variable}', { variable })) return [savedIn, { variable }]
  return text.startsWith(`${variable} = `) ? [{ variable }, text.slice(variable.length)] : [text]
}

const namesFor = (names: Names): BlockNames => ({
  variable: (id) => nameOf(names, id),
  groupTitle: (id) => names.groupTitle(id),
  operator: (name = '') => operatorNames[name] ?? name,
})

/** The text of an item in its row. */
export const itemSummary = (block: Block, item: Item, names: Names): string =>
  shownBlock(block.type)?.itemSummary?.(item, namesFor(names)) ??
  textOf(item.content ?? item.title ?? item.pictureSrc ?? item.imageUrl)

const nameOf = ({ variables }: Names, id: unknown): string => variables.find((it) => it.id === id)?.name ?? ''
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const placeholderOf = (options: Loose): string => textOf((options.labels as Loose | undefined)?.placeholder)
