import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'

/** Thrown if another process is on the folder: another start does not help until that one ends. */
export class FolderTakenError extends Error {}

/**
 * Makes this process the only one on the folder; throws when another already is. The lock is a file lock of the
 * operating system, so it is gone with the process, however that ends. Answers the function that releases it.
 */
export function lockFolder(folder: string): () => void {
  const database = new DatabaseSync(join(folder, 'colloquy.lock'), { timeout: 0 })
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (((error as { errcode?: number }).errcode ?? 0) % 256 !== 5) throw error
    throw new FolderTakenError(
      `Another Colloquy is already running on ${folder}. Stop it first, or choose another folder.`,
      {
        cause: error,
      },
    )
  }
  return () => database.close()
}
