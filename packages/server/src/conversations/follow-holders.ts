import type { Needs } from '../service.js'

/**
 * Stops texts of the bot that this process streams in conversations that another process lets somebody else take over. Returns a function
 * that ends it.
 */
export function followHolders(
  { storage, sessionCache, generations }: Needs<'storage' | 'sessionCache' | 'generations'>,
  report: (error: unknown) => void,
): () => void {
  const stopIfHeld = async (sessionId: string) => {
    const row = await storage.sessions.get(sessionId)
    if (row?.held !== null) generations.stop(sessionId)
  }
  return storage.changes.subscribe('conversations', (id) => {
    if (id !== undefined) sessionCache.forget(id)
    const running = generations.sessionIds
    for (const sessionId of running) if (id === undefined || id === sessionId) stopIfHeld(sessionId).catch(report)
  })
}
