import type { Storage } from '@colloquy/storage'
import { newId } from '../ids.js'

/**
 * True if change notifications come back to this process, which sends itself one. A pooler in transaction mode instead of session mode
 * drops them, and instances would keep using outdated caches of bots that others have changed.
 */
export async function checkNotifications(
  { changes }: Pick<Storage, 'changes'>,
  patienceMilliseconds = 5_000,
): Promise<boolean> {
  const nobody = newId()
  let stop = () => {}
  const heard = new Promise<boolean>((resolve) => {
    const timer = setTimeout(resolve, patienceMilliseconds, false)
    const unsubscribe = changes.subscribe('bots', (id) => (id === nobody || id === undefined) && resolve(true))
    stop = () => {
      clearTimeout(timer)
      unsubscribe()
    }
  })
  try {
    await changes.publish('bots', nobody)
    return await heard
  } finally {
    stop()
  }
}
