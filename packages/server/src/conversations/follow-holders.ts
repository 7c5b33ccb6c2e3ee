import type { Needs } from '../service.js'

/**
 * Stops what bots do in this process, and texts that it streams, in conversations that another process lets somebody else take over. Returns
 * a function that ends it.
 */
export function followHolders(
  { storage, sessionCache, generations, botWork }: Needs<'storage' | 'sessionCache' | 'generations' | 'botWork'>,
  report: (error: unknown) => void,
): () => void {
  const stopIfHeld = async (sessionId: string) => {
    const row = await storage.sessions.get(sessionId)
    if (row?.held === null) return
    generations.stop(sessionId)
    botWork.stop(sessionId)
  }
  const unsubscribe = storage.changes.subscribe('conversations', (id) => {
    if (id !== undefined) sessionCache.forget(id)
    const running = generations.sessionIds
    for (const sessionId of running) if (id === undefined || id === sessionId) stopIfHeld(sessionId).catch(report)
  })
  const unfollow = storage.changes.subscribe('holders', (id) => {
    // Not read first, which would take time: a turn that is stopped although its bot speaks again is taken again.
    if (id !== undefined) botWork.stop(id)
    else for (const sessionId of botWork.sessionIds) stopIfHeld(sessionId).catch(report)
  })
  return () => {
    unsubscribe()
    unfollow()
  }
}
