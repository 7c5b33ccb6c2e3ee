import type { Operation } from '@colloquy/flow/operations'
import type { OperationBatch } from '@colloquy/storage'

/** What one change made of a draft, as it is told. */
export interface ToldBatch {
  revision: number
  id: string
  userId: string | null
  operations: (Operation & Record<string, unknown>)[]
}

/** A batch as it is told; undefined when its operations were not kept. */
export function toldBatch({ revision, id, userId, operations }: OperationBatch): ToldBatch | undefined {
  return operations === null ? undefined : { revision, id, userId, operations: JSON.parse(operations) }
}
