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
  releaseId: 'text',
  environmentId: 'text',
  source: 'text',
  device: 'text',
})

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

export const logs = new Table<LogRow>(
  'logs',
  {
    id: 'text',
    resultId: 'text',
    status: 'text',
    description: 'text',
    details: 'text',
    context: 'text',
    createdAt: 'integer',
  },
  { workspaceId: 'text' },
)
