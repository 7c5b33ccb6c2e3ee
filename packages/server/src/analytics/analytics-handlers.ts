import { ApiError, type OriginQuery, type TimeFilter } from '@colloquy/api'
import { blockExits, type Edge, type Flow } from '@colloquy/flow'
import { fieldOfSegment, shownValue } from '@colloquy/flow/result-fields'
import type { BotRow, OriginSpan, Span } from '@colloquy/storage'
import { groupBy } from '../group-by.js'
import type { Handlers } from '../http/handler.js'
import { firstOfMonth, modelDocument, modelSpending } from '../models/model-spending.js'
import { originOf } from '../results/result-query.js'
import { localDays, localWeeks, timeRange } from '../results/time-filter.js'
import type { Needs } from '../service.js'
import { shownFlow } from '../stored-bots/shown-flow.js'
import { shareOf } from './share-of.js'

type AnalyticsHandlers = Handlers<
  | 'getStats'
  | 'getModelSpending'
  | 'getInDepthData'
  | 'getDailyCounts'
  | 'getSegments'
  | 'getCohorts'
  | 'getDropOff'
  | 'getFunnel'
  | 'getInvalidReplies'
  | 'getAnswerTimes'
>

export const analyticsHandlers: AnalyticsHandlers = {
  async getStats(service, { query, bot }) {
    if (bot.publishedReleaseId === null) throw new ApiError('bot_not_published')
    const { views, starts, completions } = await service.storage.analytics.totals(spanOf(service, bot, query))
    return { stats: { totalViews: views, totalStarts: starts, totalCompleted: completions } }
  },

  async getModelSpending(service, { bot }) {
    const [{ currency, today, month, rows }, blocks] = await Promise.all([
      modelSpending(service, bot.workspaceId, bot.id),
      service.storage.modelSpending.blockTotals(bot.workspaceId, bot.id, firstOfMonth(service.now())),
    ])
    return {
      ...{ currency, today, month, models: rows.map(modelDocument) },
      blocks: blocks.map((row) => ({ blockId: row.blockId, ...modelDocument(row) })),
    }
  },

  async getInDepthData(service, { query, bot }) {
    if (bot.publishedReleaseId === null) throw new ApiError('bot_not_published')
    const span = spanOf(service, bot, query)
    const { analytics } = service.storage
    const [answers, visits, flow] = await Promise.all([
      analytics.answersByBlock(span),
      analytics.visitsByEdge(span),
      shownFlow(service.storage, bot),
    ])
    const edges = new Map(flow.edges.map((edge) => [edge.id, edge.to]))
    return {
      totalAnswers: answers.map((it) => ({ blockId: it.blockId, total: it.answers })),
      offDefaultPathVisitedEdges: visits.map(({ edgeId, visits: total }) => ({
        id: edgeId,
        total,
        to: edges.get(edgeId) ?? targetInFlow(flow, edgeId),
      })),
    }
  },

  async getDailyCounts(service, { query, bot }) {
    const span = originSpanOf(service, bot, query)
    const { analytics } = service.storage
    const from = span.from ?? (await analytics.firstView(span)) ?? service.now()
    const days = localDays(from, span.to ?? service.now() + 1, query.timeZone)
    const counted = days.map(({ date, at }) => ({ date, at, views: 0, starts: 0, completions: 0 }))
    let day = 0
    for (const { at, views, starts, completions } of await analytics.byQuarter(span)) {
      while (day + 1 < counted.length && (counted[day + 1]?.at as number) <= at) day++
      const one = counted[day]
      if (!one || at < one.at) continue
      one.views += views
      one.starts += starts
      one.completions += completions
    }
    return { days: counted.map(({ at: _, ...shown }) => shown) }
  },

  async getSegments(service, { query, bot }) {
    const { analytics } = service.storage
    const { by, variableId, ...filter } = query
    const span = originSpanOf(service, bot, filter)
    if (by === 'variable') return analytics.segmentsOfVariable(span, variableId as string, maxValues)
    const rows = await analytics.segments(span, by)
    const field = fieldOfSegment(by)
    return { segments: rows.map((row) => ({ ...row, value: shownValue(field, row.value) })), other: null }
  },

  async getCohorts(service, { query, bot }) {
    const { blockId, ...filter } = query
    const quarters = await service.storage.analytics.returnsByQuarter(originSpanOf(service, bot, filter), blockId)
    const weekOf = localWeeks(query.timeZone)
    const weeks = new Map<string, Omit<(typeof quarters)[number], 'at'>>()
    for (const { at, ...counts } of quarters) {
      const week = weekOf(at)
      const sum = weeks.get(week) ?? { starts: 0, completions: 0, returns: 0, reached: 0 }
      for (const key of ['starts', 'completions', 'returns', 'reached'] as const) sum[key] += Number(counts[key])
      weeks.set(week, sum)
    }
    const ofBlock = (reached: number) => (blockId === undefined ? null : reached)
    return { weeks: [...weeks].map(([week, sum]) => ({ week, ...sum, reached: ofBlock(sum.reached) })) }
  },

  async getDropOff(service, { query, bot }) {
    const span = originSpanOf(service, bot, query)
    const { analytics } = service.storage
    const flow = await shownFlow(service.storage, bot)
    const exits = exitsOf(flow)
    const [rows, visits] = await Promise.all([
      analytics.dropOff(span),
      exits.length > 0 ? analytics.visitsByEdge(span) : [],
    ])
    const visitsOf = new Map(visits.map(({ edgeId, visits }) => [edgeId, visits]))
    const blocks = flow.groups.flatMap((group) => group.blocks.map(({ id }) => ({ id, groupId: group.id })))
    const homes = new Map(blocks.map(({ id, groupId }, at) => [id, { at, groupId }]))
    const positionOf = (blockId: string) => homes.get(blockId)?.at ?? blocks.length
    return {
      blocks: rows
        .toSorted((a, b) => positionOf(a.blockId) - positionOf(b.blockId) || b.answered - a.answered)
        .map(({ blockId, answered, left }) => ({
          blockId,
          groupId: homes.get(blockId)?.groupId ?? null,
          answered,
          left,
        })),
      exits: exits.flatMap(({ edgeId, ...exit }) => {
        const taken = visitsOf.get(edgeId)
        return taken === undefined ? [] : { ...exit, taken }
      }),
    }
  },

  async getFunnel(service, { query, bot }) {
    const span = originSpanOf(service, bot, query)
    const { analytics } = service.storage
    const [{ views }, results] = await Promise.all([analytics.totals(span), analytics.funnel(span, query.blockIds)])
    return { views, steps: query.blockIds.map((blockId, step) => ({ blockId, results: results[step] as number })) }
  },

  async getInvalidReplies(service, { query, bot }) {
    const [rows, flow] = await Promise.all([
      service.storage.analytics.invalidRepliesByBlock(originSpanOf(service, bot, query)),
      shownFlow(service.storage, bot),
    ])
    const homes = new Map(flow.groups.flatMap(({ id, blocks }) => blocks.map((block) => [block.id, id] as const)))
    return {
      blocks: rows
        .toSorted((a, b) => b.rejections - a.rejections || (a.blockId < b.blockId ? -1 : 1))
        .map(({ blockId, rejections, results }) => ({
          blockId,
          groupId: homes.get(blockId) ?? null,
          invalidReplies: rejections,
          results,
        })),
    }
  },

  async getAnswerTimes(service, { query, bot }) {
    const rows = await service.storage.analytics.secondsToAnswer(originSpanOf(service, bot, query))
    return {
      blocks: [...groupBy(rows, (row) => row.blockId)].map(([blockId, times]) => ({
        blockId,
        answers: times.reduce((sum, { answers }) => sum + answers, 0),
        medianSeconds: shareOf(times, 0.5),
        slowestTenthSeconds: shareOf(times, 0.9),
      })),
    }
  },
}

/** Maximum number of values of a variable that are compared; a reader cannot compare more. */
const maxValues = 20

function spanOf(
  service: Needs<'now'>,
  bot: BotRow,
  { timeFilter, timeZone }: { timeFilter: TimeFilter; timeZone?: string | undefined },
): Span {
  return { workspaceId: bot.workspaceId, botId: bot.id, ...timeRange(timeFilter, timeZone, service.now()) }
}

function originSpanOf(
  service: Needs<'now'>,
  bot: BotRow,
  query: Parameters<typeof spanOf>[2] & OriginQuery,
): OriginSpan {
  const origin = originOf(query)
  return { ...spanOf(service, bot, query), ...(origin && { origin }) }
}

/** The connected exits of a flow, in its order. */
function exitsOf({ groups }: Flow) {
  return groups.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      blockExits(block).flatMap(({ id, on, outgoingEdgeId: edgeId }) =>
        edgeId === undefined ? [] : { blockId: block.id, exitId: id, on, edgeId },
      ),
    ),
  )
}

/** Target of an edge that is not in the flow, such as a jump, as encoded in its id. */
function targetInFlow(flow: Flow, edgeId: string): Edge['to'] | null {
  for (const group of flow.groups) {
    if (edgeId === `virtual-${group.id}`) return { groupId: group.id }
    const block = group.blocks.find(({ id }) => edgeId === `virtual-${group.id}-${id}`)
    if (block) return { groupId: group.id, blockId: block.id }
  }
  return null
}
