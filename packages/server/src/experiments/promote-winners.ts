import { stillMay } from '../access/access.js'
import type { Variant } from '../assignments/assign.js'
import { newId } from '../ids.js'
import type { Service } from '../service.js'
import { experimentResults } from './experiment-results.js'

/**
 * Ends experiments that promote their winner and have one, and makes it current. Each is checked once a minute, by one process. The
 * releases passed the publishing checks when the experiment started, and releases never change. An experiment whose author may no longer
 * change the bot stops promoting.
 */
export async function promoteWinners(service: Pick<Service, 'storage' | 'now'>): Promise<void> {
  const { experiments } = service.storage
  const now = service.now()
  for (const experiment of await experiments.takePromoting(now, now - milliseconds, maxAtOnce)) {
    const { id, workspaceId, botId, environmentId, authorId } = experiment
    if (
      authorId !== null &&
      !(await stillMay(service.storage, authorId, 'experiments.manage', { id: botId, workspaceId }))
    ) {
      await service.storage.standingItems.revoke({ kind: 'promotion', id })
      continue
    }
    const { verdict } = await experimentResults(service, experiment)
    if (verdict.kind !== 'winner') continue
    const { releaseId } = (JSON.parse(experiment.variants) as Variant[])[verdict.variant] as Variant
    const deployment = { id: newId(), workspaceId, botId, environmentId, releaseId, authorId }
    await experiments.end(workspaceId, botId, id, now, { ...deployment, createdAt: now, dueAt: now })
  }
}

const milliseconds = 60_000
const maxAtOnce = 20
