import type { Operation } from '@colloquy/flow/operations'
import type { OperationBatch } from '@colloquy/storage'

/** The operations of one change of a draft, as broadcast. */
export interface BroadcastBatch {
  revision: number
  id: string
  userId: string | null
  operations: (Operation & Record<string, unknown>)[]
}

/** Returns a batch as broadcast; undefined if its operations were not stored. */
export function broadcastBatch({ revision, id, userId, operations }: OperationBatch): BroadcastBatch | undefined {
  return operations === null ? undefined : { revision, id, userId, operations: JSON.parse(operations) }
}
