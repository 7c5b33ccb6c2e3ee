import {
  type Flow,
  inPreferredOrder,
  preferredVisibility,
  type ResultState,
  type ResultsTablePreferences,
  resultColumns,
  resultStatus,
} from '@colloquy/flow'
import { fieldOf, type ResultFieldId } from '@colloquy/flow/result-fields'
import type { AnswerRow } from '@colloquy/storage'
import type { OriginLabels, Origins } from './origins.js'

/** A result with its answers, from which a row of the table is made. */
export interface ExportedResult extends ResultState {
  /** In the time zone of the export. */
  startedAt: string
  origin: OriginLabels
  answers: readonly AnswerRow[]
  contactId: string | null
  variables: readonly { id: string; value?: string | readonly (string | null)[] | null }[]
}

/** A column of exported results. */
export interface Column {
  /** Ids under which preferences may refer to it. */
  knownAs: readonly string[]
  label: string
  cell(result: ExportedResult): string
}

/**
 * Returns the columns of a flow in the same way as its table of results: the start, the status, the origin if results differ in it, the
 * contact if the flow uses its attributes, the questions and other variables, and, on request, answers to deleted blocks. Preferences
 * determine their order and visibility.
 */
export function columnsOf(
  flow: Flow,
  preferences: ResultsTablePreferences | null,
  { fields }: Pick<Origins, 'fields'>,
  deletedBlockIds: readonly string[] = [],
): Column[] {
  const fixed: Column[] = [
    fieldColumn('createdAt', ({ startedAt }) => startedAt),
    fieldColumn('isCompleted', resultStatus),
    ...fields.map((field) => fieldColumn(field, ({ origin }) => origin[field] ?? '')),
    ...(flow.variables.some(({ attribute }) => attribute) ? [contactColumn] : []),
  ]
  const own = resultColumns(flow.groups, flow.variables).map(
    ({ knownAs, label, source }): Column => ({
      knownAs,
      label,
      cell: 'blockId' in source ? answersTo(source.blockId) : valueOfVariable(source.variableId),
    }),
  )
  const deleted = deletedBlockIds.map((id): Column => ({ knownAs: [id], label: id, cell: answersTo(id) }))
  const columns = [...fixed, ...own, ...deleted]
  if (!preferences) return columns
  const shown = columns.filter((column) => preferredVisibility(column, preferences) !== false)
  const unnamed = fixed.flatMap(({ knownAs }) => knownAs).filter((id) => !preferences.columnsOrder.includes(id))
  return inPreferredOrder(shown, { ...preferences, columnsOrder: [...unnamed, ...preferences.columnsOrder] })
}

const contactColumn: Column = {
  knownAs: ['contactId'],
  label: 'Contact',
  cell: ({ contactId }) => contactId ?? '',
}

function fieldColumn(id: ResultFieldId, cell: Column['cell']): Column {
  const { knownAs = id, label } = fieldOf(id)
  return { knownAs: [knownAs], label, cell }
}

const answersTo =
  (blockId: string): Column['cell'] =>
  ({ answers }) =>
    answers
      .filter((answer) => answer.blockId === blockId)
      .map(contentOf)
      .join(', ')

const contentOf = ({ content, attachedFileUrls }: AnswerRow): string =>
  attachedFileUrls === null
    ? content
    : [content, ...(JSON.parse(attachedFileUrls) as string[])].filter(Boolean).join(', ')

const valueOfVariable =
  (variableId: string): Column['cell'] =>
  ({ variables }) => {
    const value = variables.find(({ id }) => id === variableId)?.value ?? ''
    return typeof value === 'string' ? value : value.map((item) => item ?? '').join(', ')
  }
