import { ApiError } from '@colloquy/api'

/**
 * Repeats a check that throws: false when the caller is no longer admitted, for example since their login session, token or access ended.
 * Rejects when the check itself fails: a storage failure does not change permissions.
 */
export async function isAdmitted(check: () => Promise<unknown>): Promise<boolean> {
  try {
    await check()
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false
    throw error
  }
}
