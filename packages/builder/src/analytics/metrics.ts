import type { OriginQuery } from '@colloquy/api'
import type { Block, Edge, Group, Variable } from '@colloquy/flow'
import { useQuery } from '@tanstack/react-query'
import { entryOf } from '../catalogue/block-catalogue.js'
import { useBotEditor, useDocument } from '../editor/bot-editor.js'
import { usePublishedBot } from '../editor/use-stored-bot.js'
import { locale, t } from '../i18n/i18n.js'
import type { Period } from '../results/use-period.js'
import type { Answer } from '../service/api.js'

export type Day = Answer<'getDailyCounts'>['days'][number]

/** The flow that visitors see, or the draft if nothing is published. */
export interface ShownFlow {
  groups: readonly Group[]
  edges: readonly Edge[]
  variables: readonly Variable[]
}

/** Selection of the results that count. */
export type MetricsPeriod = Period & OriginQuery

/** Reads analytics of the open bot for a selection of its results; `key` identifies the query in the cache. */
export function useMetrics<Metrics>(
  key: readonly unknown[],
  span: MetricsPeriod,
  read: (input: MetricsPeriod & { botId: string }) => Promise<Metrics>,
  isWanted = true,
) {
  const { bot } = useBotEditor()
  return useQuery({
    queryKey: ['figures', bot.id, ...key, span],
    queryFn: () => read({ botId: bot.id, ...span }),
    staleTime: 60_000,
    enabled: isWanted,
  })
}

export function useShownFlow(): ShownFlow {
  const draft = useDocument((document) => document)
  const published = usePublishedBot().data as ShownFlow | null | undefined
  return published ?? draft
}

/** A block that visitors answer. */
export interface InputBlock {
  id: string
  name: string
}

/** Returns all inputs of a flow in its order. The names distinguish them: the variable that an input saves, or the title of its group. */
export function inputsOf({ groups, variables }: ShownFlow): InputBlock[] {
  const names = new Map(variables.map(({ id, name }) => [id, name]))
  const nameOf = (group: Group, block: Block) => {
    const { variableId } = (block as { options?: { variableId?: string } }).options ?? {}
    const saved = variableId === undefined ? undefined : names.get(variableId)
    return saved ?? `${group.title || t('Untitled')}: ${entryOf(block).label}`
  }
  const inputs = groups.flatMap((group) =>
    group.blocks.flatMap((block) =>
      entryOf(block).section === 'Inputs' ? [{ id: block.id, name: nameOf(group, block), group }] : [],
    ),
  )
  const counts = new Map<string, number>()
  for (const { name } of inputs) counts.set(name, (counts.get(name) ?? 0) + 1)
  return inputs.map(({ id, name, group }) => ({
    id,
    name: (counts.get(name) ?? 0) > 1 ? `${name} (${group.title || t('Untitled')})` : name,
  }))
}

/** Formats a share in percent; only small ones have decimals. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return '–'
  const share = (part / whole) * 100
  return `${share.toLocaleString(locale, { maximumFractionDigits: share > 0 && share < 1 ? 1 : 0 })} %`
}
