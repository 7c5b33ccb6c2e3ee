import type { FastifyInstance } from 'fastify'
import { promoteWinners } from '../experiments/promote-winners.js'
import type { Service } from '../service.js'

/**
 * Carries out scheduled deployments and promotes winners of experiments from the moment the service is ready until it closes, each once
 * however many instances are running.
 */
export function runDeployments(app: FastifyInstance, service: Pick<Service, 'storage' | 'now'>): void {
  const { storage, now } = service
  let running = Promise.resolve()
  const run = () => {
    running = running
      .then(async () => void (await storage.environments.runDue(now(), mostAtOnce)))
      .catch((error: unknown) => app.log.error({ err: error }, 'scheduled deployments failed'))
      .then(() => promoteWinners(service))
      .catch((error: unknown) => app.log.error({ err: error }, 'promotions of experiments failed'))
  }
  const timer = setInterval(run, milliseconds).unref()
  app.addHook('onReady', async () => run())
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}

const milliseconds = 5_000
/** Bots per round. */
const mostAtOnce = 100
