import type { Storage } from '@colloquy/storage'
import { newId } from '../ids.js'

/**
 * Whether news of changes come back to this process, which tells itself one. A pooler that keeps transactions and not sessions swallows
 * them: instances would go on with what they remember of bots that others have changed.
 */
export async function hearsNews({ changes }: Pick<Storage, 'changes'>, patienceMilliseconds = 5_000): Promise<boolean> {
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
