import type { OperationBatch, Storage } from '@colloquy/storage'
import { timestamp } from '../http/timestamp.js'

/** Who changed a draft last, and when: on a page of the builder or by the API, where it is the owner of the token. */
export interface LastEdit {
  at: string
  userId: string | null
  /** Null for who has no name, or is no more. */
  name: string | null
}

export async function lastEdit(
  { users }: Pick<Storage, 'users'>,
  { userId, createdAt }: Pick<OperationBatch, 'userId' | 'createdAt'>,
): Promise<LastEdit> {
  const user = userId === null ? undefined : await users.get(userId)
  return { at: timestamp(createdAt), userId, name: user?.name?.slice(0, 100) ?? null }
}
