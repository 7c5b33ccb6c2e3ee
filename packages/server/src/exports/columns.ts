import { blockRegistry } from '@colloquy/blocks'
import type { Flow, ResultsTablePreferences } from '@colloquy/flow'
import type { AnswerRow } from '@colloquy/storage'

/** A result with its answers, as a row of a table is made of it. */
export interface ExportedResult {
  submittedAt: string
  answers: readonly AnswerRow[]
  variables: readonly { id: string; value?: string | readonly (string | null)[] | null }[]
}

/** A column of exported results. */
export interface Column {
  /** `date`, or the id of a block or variable: what preferences know it by. */
  id: string
  label: string
  cell(result: ExportedResult): string
}

/**
 * The columns of a flow: when it was submitted, one for each input, one for each variable that no input fills, and, if asked for, those
 * of answers to blocks that are no longer there. Preferences say their order and which are shown.
 */
export function columnsOf(
  flow: Flow,
  preferences: ResultsTablePreferences | null,
  deletedBlockIds: readonly string[] = [],
): Column[] {
  const names = new Map(flow.variables.map(({ id, name }) => [id, name]))
  const filled = new Set<string>()
  const columns: Column[] = [{ id: 'date', label: 'Submitted at', cell: ({ submittedAt }) => submittedAt }]
  const known = new Map<Column, string[]>()
  for (const group of flow.groups) {
    for (const block of group.blocks) {
      if (blockRegistry.get(block.type)?.kind !== 'input') continue
      const { variableId } = ('options' in block ? (block.options ?? {}) : {}) as { variableId?: string }
      const name = variableId === undefined ? undefined : names.get(variableId)
      if (variableId !== undefined) filled.add(variableId)
      const column = answersOf(block.id, name || group.title || block.id)
      known.set(column, variableId === undefined ? [block.id] : [block.id, variableId])
      columns.push(column)
    }
  }
  for (const { id, name, isSessionVariable } of flow.variables) {
    if (!filled.has(id) && isSessionVariable !== true) columns.push({ id, label: name, cell: valueOfVariable(id) })
  }
  columns.push(...deletedBlockIds.map((id) => answersOf(id, id)))
  return withDistinctLabels(inPreferredOrder(columns, known, preferences))
}

function answersOf(blockId: string, label: string): Column {
  const contentOf = ({ content, attachedFileUrls }: AnswerRow) =>
    attachedFileUrls === null
      ? content
      : [content, ...(JSON.parse(attachedFileUrls) as string[])].filter(Boolean).join(', ')
  return {
    id: blockId,
    label,
    cell: ({ answers }) =>
      answers
        .filter((answer) => answer.blockId === blockId)
        .map(contentOf)
        .join(', '),
  }
}

function valueOfVariable(variableId: string): Column['cell'] {
  return ({ variables }) => {
    const value = variables.find(({ id }) => id === variableId)?.value ?? ''
    return typeof value === 'string' ? value : value.map((item) => item ?? '').join(', ')
  }
}

function inPreferredOrder(
  columns: Column[],
  known: ReadonlyMap<Column, string[]>,
  preferences: ResultsTablePreferences | null,
): Column[] {
  if (!preferences) return columns
  const idsOf = (column: Column) => known.get(column) ?? [column.id]
  const { columnsOrder, columnsVisibility } = preferences
  const place = (column: Column) => {
    const places = idsOf(column).map((id) => columnsOrder.indexOf(id))
    return places.find((at) => at >= 0) ?? columnsOrder.length
  }
  return columns
    .filter((column) => idsOf(column).every((id) => columnsVisibility[id] !== false))
    .toSorted((a, b) => place(a) - place(b))
}

/** A second "Name" is "Name (1)". */
function withDistinctLabels(columns: Column[]): Column[] {
  const taken = new Set<string>()
  return columns.map((column) => {
    let label = column.label
    for (let number = 1; taken.has(label); number++) label = `${column.label} (${number})`
    taken.add(label)
    return { ...column, label }
  })
}
