import type { FieldValues } from '@colloquy/flow/result-fields'

/** One visitor's conversation with a bot, with the values of its fields. `variables`: JSON text. */
export interface ResultRow extends FieldValues {
  id: string
  botId: string
  workspaceId: string
  createdAt: number
  updatedAt: number
  hasStarted: boolean
  isCompleted: boolean
  isDeleted: boolean
  variables: string
  lastChatSessionId: string | null
  /** Null if nobody knows who it is. */
  contactId: string | null
}

/** Answer of a visitor to an input. */
export interface AnswerRow {
  resultId: string
  blockId: string
  groupId: string
  variableId: string | null
  content: string
  attachedFileUrls: string | null
  storageUsed: number
  createdAt: number
}

/** An edge that a visitor of the result took. */
export interface VisitedEdge {
  resultId: string
  index: number
  edgeId: string
}

export interface LogRow {
  id: string
  resultId: string
  status: string
  description: string
  details: string | null
  context: string | null
  createdAt: number
}
