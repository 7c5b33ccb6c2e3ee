import type { Exposure } from '../experiments/experiments.js'
import { Table } from '../table.js'
import type { SessionRow, TurnCommit, TurnRow } from './sessions.js'

export const sessions = new Table<SessionRow>('sessions', {
  id: 'text',
  workspaceId: 'text',
  botId: 'text',
  releaseId: 'text',
  resultId: 'text',
  version: 'integer',
  state: 'text',
  createdAt: 'integer',
  updatedAt: 'integer',
  expiresAt: 'integer',
  endedAt: 'integer',
  held: 'text',
  noAnswerAt: 'integer',
  contactId: 'text',
})

export const turns = new Table<TurnRow>(
  'turns',
  {
    sessionId: 'text',
    number: 'integer',
    key: 'text',
    requestHash: 'text',
    request: 'text',
    answer: 'text',
    status: 'integer',
    createdAt: 'integer',
  },
  { workspaceId: 'text' },
)

export const rejections = new Table<TurnCommit['rejections'][number]>(
  'rejections',
  { resultId: 'text', blockId: 'text', createdAt: 'integer' },
  { workspaceId: 'text' },
)

export const exposures = new Table<Exposure>(
  'exposures',
  {
    resultId: 'text',
    experimentId: 'text',
    variant: 'integer',
    visitor: 'text',
    createdAt: 'integer',
    convertedAt: 'integer',
  },
  { workspaceId: 'text' },
)
