import { deviceNames, sourceLabel, variantLabel } from '@colloquy/flow'
import type { BotRow, OriginOfResult, Storage } from '@colloquy/storage'

/** Readable origin of a result. */
export interface OriginLabels {
  environment: string
  /** Variants of all experiments that it is part of. */
  variant: string
  source: string
  device: string
}

/** Origin of a result that is not distinguished from others. */
export const noOrigin: OriginLabels = { environment: '', variant: '', source: '', device: '' }

/** Origins of a bot's results, and the kinds that distinguish them. */
export interface Origins {
  /** Kinds with several values among the results. */
  kinds: ReadonlySet<keyof OriginLabels>
  labels(resultIds: readonly string[]): Promise<ReadonlyMap<string, OriginLabels>>
}

export async function originsOf(storage: Storage, { workspaceId, id: botId }: BotRow): Promise<Origins> {
  const span = { workspaceId, botId }
  const [environments, [experiment], sources, devices] = await Promise.all([
    storage.environments.list(workspaceId, botId),
    storage.experiments.list(workspaceId, botId, { limit: 1 }),
    storage.analytics.segments(span, 'source'),
    storage.analytics.segments(span, 'device'),
  ])
  const environmentNames = new Map(environments.map(({ id, name }) => [id, name]))
  const experimentNames = new Map<string, string>()
  const nameOf = async (id: string): Promise<string> => {
    const name = experimentNames.get(id) ?? (await storage.experiments.get(workspaceId, botId, id))?.name ?? id
    experimentNames.set(id, name)
    return name
  }
  const labelsOf = async ({ environmentId, variants, source, device }: OriginOfResult): Promise<OriginLabels> => {
    const labels: string[] = []
    for (const { experimentId, variant } of variants) labels.push(variantLabel(await nameOf(experimentId), variant))
    return {
      environment: environmentId === null ? 'live' : (environmentNames.get(environmentId) ?? environmentId),
      variant: labels.join(', '),
      source: source === null ? '' : sourceLabel(source),
      device: device === null ? '' : deviceNames[device],
    }
  }
  const has = {
    environment: environments.length > 0,
    variant: experiment !== undefined,
    source: sources.length > 1,
    device: devices.length > 1,
  }
  const kinds = (Object.keys(has) as (keyof OriginLabels)[]).filter((kind) => has[kind])
  return {
    kinds: new Set(kinds),
    async labels(resultIds) {
      const labels = new Map<string, OriginLabels>()
      for (const origin of await storage.listedResults.origins(workspaceId, botId, resultIds))
        labels.set(origin.resultId, await labelsOf(origin))
      return labels
    },
  }
}
