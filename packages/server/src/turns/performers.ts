import type { Storage } from '@colloquy/storage'
import { transcript } from '../transcript.js'
import type { Performers } from './effects.js'
import type { Programs } from './programs.js'

/** What turns may have done for them, each kind by its port. */
export function createPerformers({ storage, programs }: { storage: Storage; programs: Programs }): Performers {
  return {
    program: async ({ botId }, { workspaceId, mode }) => ({
      program: await programs.linked(botId, workspaceId, mode),
    }),
    script: async () => ({ ok: false, reason: 'paused', message: 'Scripts are not available.' }),
    pattern: async () => ({ ok: false, reason: 'paused', message: 'Patterns are not available.' }),
    http: async () => ({ answer: 'refused', reason: 'Requests are not available.' }),
    mail: async () => ({ result: 'skipped', reason: 'Mail is not available.' }),
    payment: async () => ({ result: 'failed', reason: 'Payments are not available.' }),
    transcript: async (_, { sessionId }) => ({ entries: transcript(await storage.sessions.turns(sessionId)) }),
  }
}
