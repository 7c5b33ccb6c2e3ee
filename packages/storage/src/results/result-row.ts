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
  /** The release that answered last; null where that is not known any more. */
  releaseId: string | null
  /** Null for `live`. */
  environmentId: string | null
}
