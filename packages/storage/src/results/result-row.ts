/** One visitor's conversation with a bot. `variables`: JSON text. */
export interface ResultRow {
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
  /** The release that answered last; null if it is unknown. */
  releaseId: string | null
  /** Null for `live`. */
  environmentId: string | null
  /** Origin of the visitor, such as `web:example.com`; null if it is not recorded. */
  source: string | null
  device: Device | null
}

/** Kind of device that a visitor uses. */
export type Device = 'phone' | 'tablet' | 'computer'

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
