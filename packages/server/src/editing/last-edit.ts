import type { OperationBatch, Storage } from '@colloquy/storage'
import { timestamp } from '../http/timestamp.js'

/** Last edit of a draft: its user and time. The user edited in the builder, or owns the token that was used for the API. */
export interface LastEdit {
  at: string
  userId: string | null
  /** Null if the user has no name or was deleted. */
  name: string | null
}

export async function lastEdit(
  { users }: Pick<Storage, 'users'>,
  { userId, createdAt }: Pick<OperationBatch, 'userId' | 'createdAt'>,
): Promise<LastEdit> {
  const user = userId === null ? undefined : await users.get(userId)
  return { at: timestamp(createdAt), userId, name: user?.name?.slice(0, 100) ?? null }
}
