import type { OriginQuery } from '@colloquy/api'
import type { Block, Edge, Group, Variable } from '@colloquy/flow'
import { blockExits } from '@colloquy/flow/blocks'
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

/** A block with a name that distinguishes it from others: the variable that it saves, or the title of its group. */
export interface NamedBlock {
  id: string
  name: string
}

/** Returns all inputs of a flow in its order. */
export const inputsOf = (flow: ShownFlow): NamedBlock[] => namedBlocks(flow, isInput)

/** Returns the names of all inputs and of all blocks with exits, by id. */
export const namesOf = (flow: ShownFlow): Map<string, string> =>
  new Map(
    namedBlocks(flow, (block) => isInput(block) || blockExits(block).length > 0).map(({ id, name }) => [id, name]),
  )

const isInput = (block: Block): boolean => entryOf(block).section === 'Inputs'

function namedBlocks({ groups, variables }: ShownFlow, isNamed: (block: Block) => boolean): NamedBlock[] {
  const names = new Map(variables.map(({ id, name }) => [id, name]))
  const nameOf = (group: Group, block: Block) => {
    const { variableId } = (block as { options?: { variableId?: string } }).options ?? {}
    const saved = variableId === undefined ? undefined : names.get(variableId)
    return saved ?? `${group.title || t('Untitled')}: ${entryOf(block).label}`
  }
  const named = groups.flatMap((group) =>
    group.blocks.flatMap((block) => (isNamed(block) ? [{ id: block.id, name: nameOf(group, block), group }] : [])),
  )
  const counts = new Map<string, number>()
  for (const { name } of named) counts.set(name, (counts.get(name) ?? 0) + 1)
  return named.map(({ id, name, group }) => ({
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
