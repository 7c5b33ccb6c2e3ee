import type { Block, Variable } from '@colloquy/flow'
import type { Item } from '@colloquy/flow/operations'

/** Names of what blocks refer to. */
export interface Names {
  variables: readonly Variable[]
  groupTitle(id: string): string | undefined
}

type Loose = Record<string, unknown>

/** What a block does, in one line for the canvas; empty when nothing is set yet. */
export function summaryOf(block: Block, names: Names): string {
  const options = ((block as { options?: Loose }).options ?? {}) as Loose
  const content = ((block as { content?: Loose }).content ?? {}) as Loose
  const variable = nameOf(names, options.variableId)
  switch (block.type) {
    case 'text':
      return plainText(content.richText)
    case 'image':
    case 'video':
    case 'audio':
    case 'embed':
    case 'Redirect':
      return textOf(content.url ?? options.url)
    case 'Set variable':
      return variable ? `${variable} = ${textOf(options.expressionToEvaluate) || textOf(options.type) || '…'}` : ''
    case 'Webhook': {
      const request = (options.webhook ?? {}) as Loose
      return [request.method, request.url].filter(Boolean).join(' ')
    }
    case 'Wait':
      return options.secondsToWaitFor ? `${options.secondsToWaitFor} seconds` : ''
    case 'Jump':
      return typeof options.groupId === 'string' ? `to ${names.groupTitle(options.groupId) ?? 'a missing group'}` : ''
    case 'Email':
      return [textOf(options.subject), ...((options.recipients as string[] | undefined) ?? [])]
        .filter(Boolean)
        .join(' → ')
    case 'AB test':
      return `${options.aPercent ?? 50} % to A`
    case 'Code':
      return textOf(options.name) || textOf(options.content)
    default:
      return variable ? `saved in ${variable}` : textOf(options.action) || placeholderOf(options)
  }
}

/** What an item says in its row. */
export function itemSummary(block: Block, item: Item, names: Names): string {
  if (block.type === 'AB test') return item.path === 'a' ? 'A' : 'B'
  if (block.type !== 'Condition') return textOf(item.content ?? item.title ?? item.pictureSrc ?? item.imageUrl)
  const content = item.content as { logicalOperator?: string; comparisons?: Loose[] } | undefined
  const comparisons = (content?.comparisons ?? []).map((comparison) => {
    const words = [nameOf(names, comparison.variableId), comparison.comparisonOperator, comparison.value]
    return words.filter(Boolean).join(' ').toLowerCase() === '' ? '' : words.filter(Boolean).join(' ')
  })
  return comparisons.filter(Boolean).join(` ${(content?.logicalOperator ?? 'AND').toLowerCase()} `)
}

/** The words of rich text, without their marks. */
export function plainText(nodes: unknown): string {
  if (!Array.isArray(nodes)) return ''
  const words = (node: Loose): string =>
    typeof node.text === 'string' ? node.text : Array.isArray(node.children) ? node.children.map(words).join('') : ''
  return nodes.map(words).filter(Boolean).join(' ')
}

const nameOf = ({ variables }: Names, id: unknown): string => variables.find((it) => it.id === id)?.name ?? ''
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const placeholderOf = (options: Loose): string => textOf((options.labels as Loose | undefined)?.placeholder)
