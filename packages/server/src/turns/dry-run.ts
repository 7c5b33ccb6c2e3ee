import type { EffectHandlers } from '../effects/effects.js'

const reason = 'This preview is a dry run, because you may not edit the bot'

/**
 * Wraps effect handlers so that nothing leaves the service: scripts run offline; requests, calls to services, searches in knowledge bases,
 * emails and payments fail with the reason.
 */
export function dryRun(effectHandlers: EffectHandlers): EffectHandlers {
  return {
    ...effectHandlers,
    http: async () => ({ answer: 'refused', reason }),
    request: async () => ({ answer: 'refused', reason }),
    model: async () => ({ outcome: { answer: 'failed', cause: 'refused', reason } }),
    knowledge: async () => ({ answer: 'failed', reason }),
    mcp: async () => ({ outcome: { answer: 'failed', cause: 'refused', reason } }),
    mail: async () => ({ failure: { reason } }),
    payment: async () => ({ result: 'failed', reason }),
  }
}
