import type { FastifyInstance } from 'fastify'
import { stillMay } from '../access/access.js'
import type { Service } from '../service.js'

/**
 * Carries out scheduled deployments, and promotions after them, from the moment the service is ready until it closes, each once however
 * many instances are running.
 */
export function runDeployments(
  app: FastifyInstance,
  service: Pick<Service, 'storage' | 'now'>,
  promote: (service: Pick<Service, 'storage' | 'now'>) => Promise<void>,
): void {
  let running = Promise.resolve()
  const run = () => {
    running = running
      .then(() => deployDue(service))
      .catch((error: unknown) => app.log.error({ err: error }, 'starting scheduled deployments failed'))
      .then(() => promote(service))
      .catch((error: unknown) => app.log.error({ err: error }, 'promoting winners of experiments failed'))
  }
  const timer = setInterval(run, milliseconds).unref()
  app.addHook('onReady', async () => run())
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}

/** Performs what is due, unless its author may no longer change the bot: such a deployment is skipped. */
export async function deployDue({ storage, now }: Pick<Service, 'storage' | 'now'>): Promise<void> {
  for (const deployment of await storage.environments.due(now(), maxAtOnce)) {
    const { authorId, botId, workspaceId } = deployment
    const isAllowed =
      authorId === null || (await stillMay(storage, authorId, 'bot.publish', { id: botId, workspaceId }))
    await (isAllowed ? storage.environments.perform(deployment, now()) : storage.environments.skip(deployment, now()))
  }
}

const milliseconds = 5_000
/** Deployments per round. */
const maxAtOnce = 100
