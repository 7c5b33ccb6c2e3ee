import type { Needs } from '../service.js'

/** Returns the id of the session that last wrote to a result, if that result exists. */
export async function sessionOfResult({ storage }: Needs<'storage'>, resultId: string): Promise<string | undefined> {
  return (await storage.results.find(resultId))?.lastChatSessionId ?? undefined
}
