import { variantLabel } from '@colloquy/flow'
import type { BotRow, OriginOfResult, Storage } from '@colloquy/storage'

/** Where a result comes from, as people read it. */
export interface OriginLabels {
  environment: string
  /** Of all experiments that it is part of. */
  variant: string
}

/** Where the results of a bot come from, and what can tell them apart. */
export interface Origins {
  hasEnvironments: boolean
  hasExperiments: boolean
  labels(resultIds: readonly string[]): Promise<ReadonlyMap<string, OriginLabels>>
}

export async function originsOf(storage: Storage, { workspaceId, id: botId }: BotRow): Promise<Origins> {
  const [environments, [experiment]] = await Promise.all([
    storage.environments.list(workspaceId, botId),
    storage.experiments.list(workspaceId, botId, { limit: 1 }),
  ])
  const environmentNames = new Map(environments.map(({ id, name }) => [id, name]))
  const experimentNames = new Map<string, string>()
  const nameOf = async (id: string): Promise<string> => {
    const name = experimentNames.get(id) ?? (await storage.experiments.get(workspaceId, botId, id))?.name ?? id
    experimentNames.set(id, name)
    return name
  }
  const labelsOf = async ({ environmentId, variants }: OriginOfResult): Promise<OriginLabels> => {
    const labels: string[] = []
    for (const { experimentId, variant } of variants) labels.push(variantLabel(await nameOf(experimentId), variant))
    return {
      environment: environmentId === null ? 'live' : (environmentNames.get(environmentId) ?? environmentId),
      variant: labels.join(', '),
    }
  }
  return {
    hasEnvironments: environments.length > 0,
    hasExperiments: experiment !== undefined,
    async labels(resultIds) {
      const labels = new Map<string, OriginLabels>()
      for (const origin of await storage.listedResults.origins(workspaceId, botId, resultIds))
        labels.set(origin.resultId, await labelsOf(origin))
      return labels
    },
  }
}
