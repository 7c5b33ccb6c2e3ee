import { variantLabel } from '@colloquy/flow'
import {
  isReferring,
  type ListedField,
  labelOfValue,
  listedFields,
  type ReferringField,
  segmentOf,
  shownValue,
} from '@colloquy/flow/result-fields'
import type { BotRow, OriginOfResult, Storage } from '@colloquy/storage'

/** Readable origin of a result. */
export type OriginLabels = Readonly<Partial<Record<ListedField, string>>>

/** Origins of a bot's results, and the fields that distinguish them. */
export interface Origins {
  /** Fields with several values among the results. */
  fields: readonly ListedField[]
  labels(resultIds: readonly string[]): Promise<ReadonlyMap<string, OriginLabels>>
}

/** Names the thing that a field refers to, such as an environment. */
interface Reference {
  /** True if results may differ in it. */
  isShown: boolean
  labelOf(origin: OriginOfResult): string | Promise<string>
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
  const references: Record<ListedField & ReferringField, Reference> = {
    environmentId: {
      isShown: environments.length > 0,
      labelOf: ({ environmentId: id }) => environmentNames.get(id ?? '') ?? shownValue('environmentId', id) ?? '',
    },
    variant: {
      isShown: experiment !== undefined,
      async labelOf({ variants }) {
        const labels: string[] = []
        for (const { experimentId, variant } of variants) labels.push(variantLabel(await nameOf(experimentId), variant))
        return labels.join(', ')
      },
    },
  }
  const isShown = async (field: ListedField) =>
    isReferring(field)
      ? references[field].isShown
      : (await storage.analytics.segments({ workspaceId, botId }, segmentOf(field))).length > 1
  const areShown = await Promise.all(listedFields.map(isShown))
  const fields = listedFields.filter((_, index) => areShown[index])
  const labelOf = (field: ListedField, origin: OriginOfResult) => {
    if (isReferring(field)) return references[field].labelOf(origin)
    const value = origin[field]
    return value === null ? '' : labelOfValue(field, `${value}`)
  }
  return {
    fields,
    async labels(resultIds) {
      const labels = new Map<string, OriginLabels>()
      for (const origin of await storage.listedResults.origins(workspaceId, botId, resultIds)) {
        const own: Partial<Record<ListedField, string>> = {}
        for (const field of fields) own[field] = await labelOf(field, origin)
        labels.set(origin.resultId, own)
      }
      return labels
    },
  }
}
