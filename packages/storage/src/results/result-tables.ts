import { type ColumnField, columnFields, fieldOf, resultFields } from '@colloquy/flow/result-fields'
import { Table } from '../table.js'
import type { AnswerRow, LogRow, ResultRow, VisitedEdge } from './result-row.js'

export const results = new Table<ResultRow>('results', {
  id: 'text',
  botId: 'text',
  workspaceId: 'text',
  createdAt: 'integer',
  updatedAt: 'integer',
  hasStarted: 'boolean',
  isCompleted: 'boolean',
  isDeleted: 'boolean',
  variables: 'text',
  lastChatSessionId: 'text',
  contactId: 'text',
  ...columnTypesOfFields(),
})

/** The columns of fields. Those of the visit are written with a new result, the others by every turn. */
export const fieldColumns = results.properties.flatMap(({ property, ...column }) => {
  const field = columnFields.find((id) => id === property)
  return field ? [{ ...column, field, isOfVisit: fieldOf(field).ofVisit !== undefined }] : []
})

/** The column of a field as text, with its table. */
export function fieldAsText(field: ColumnField): string {
  const { column, type } = fieldColumns.find((one) => one.field === field)!
  return type === 'text' ? `results.${column}` : `CAST(results.${column} AS TEXT)`
}

function columnTypesOfFields() {
  const types = columnFields.map((id) => [id, resultFields[id].stored.column])
  return Object.fromEntries(types) as Record<ColumnField, 'text' | 'integer'>
}

export const answers = new Table<AnswerRow>(
  'answers',
  {
    resultId: 'text',
    blockId: 'text',
    groupId: 'text',
    variableId: 'text',
    content: 'text',
    attachedFileUrls: 'text',
    storageUsed: 'real',
    createdAt: 'integer',
  },
  { workspaceId: 'text' },
)

export const visitedEdges = new Table<VisitedEdge>(
  'visited_edges',
  {
    resultId: 'text',
    index: 'integer',
    edgeId: 'text',
  },
  { workspaceId: 'text' },
)

const logKinds = {
  id: 'text',
  resultId: 'text',
  status: 'text',
  description: 'text',
  details: 'text',
  context: 'text',
  createdAt: 'integer',
} as const

export const logs = new Table<LogRow>('logs', logKinds, { workspaceId: 'text' })

/** For inserting several rows, whose numbers are known. */
export const numberedLogs = new Table<LogRow>('logs', logKinds, { workspaceId: 'text', number: 'integer' })
