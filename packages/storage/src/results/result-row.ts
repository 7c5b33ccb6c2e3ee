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
  /** Where the visitor came from, such as `web:example.com`; null where that is not recorded. */
  source: string | null
  device: Device | null
}

/** What kind of device a visitor uses. */
export type Device = 'phone' | 'tablet' | 'computer'
