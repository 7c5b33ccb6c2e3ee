import type { Issue, Warning } from '../issue.js'
import { isObject, type Json, objectsOf } from '../json.js'

/** Converts the start group of versions 4 and 5 to a start event; returns the original position of each remaining group and edge. */
export const fiveToSix = (
  bot: Json,
  newId: () => string,
  warnings: Warning[],
): { ok: true; groups: number[]; edges: number[] } | { ok: false; issue: Issue } => {
  const groups = objectsOf(bot.groups)
  const edges = objectsOf(bot.edges)
  const isStart = (block: Json) => block.type === 'start'
  const startGroup = groups.find((group) => objectsOf(group.blocks).some(isStart))
  const start = objectsOf(startGroup?.blocks).find(isStart)
  if (startGroup === undefined || start === undefined) {
    return {
      ok: false,
      issue: { path: 'bot.groups', message: 'This flow has no start: add a group that holds a block of type "start".' },
    }
  }
  const edgeId = typeof start.outgoingEdgeId === 'string' ? start.outgoingEdgeId : undefined
  bot.events = [
    {
      id: startGroup.id,
      type: 'start',
      graphCoordinates: startGroup.graphCoordinates,
      ...(edgeId !== undefined && { outgoingEdgeId: edgeId }),
    },
  ]
  const edgeOrder = edges.map((_, index) => index)
  const startEdge = edges.findIndex((edge) => edge.id === edgeId)
  if (edgeId !== undefined && startEdge >= 0) {
    edgeOrder.splice(startEdge, 1)
    edgeOrder.unshift(startEdge)
    const edge = edges[startEdge] as Json
    edges[startEdge] = { id: edge.id, from: { eventId: startGroup.id }, to: edge.to }
  }
  const kept: number[] = []
  for (const [g, group] of groups.entries()) {
    const blocks = objectsOf(group.blocks)
    for (const [b, block] of blocks.entries()) convertBlock(block, `bot.groups.${g}.blocks.${b}`, newId, warnings)
    if (blocks.length > 0 ? blocks.every(isStart) : true) {
      if (group !== startGroup) warnings.push({ path: `bot.groups.${g}`, message: 'An empty group was left out.' })
      continue
    }
    if (blocks.some(isStart)) group.blocks = blocks.filter((block) => !isStart(block))
    kept.push(g)
  }
  bot.groups = kept.map((index) => groups[index])
  bot.edges = edgeOrder.map((index) => edges[index])
  return { ok: true, groups: kept, edges: edgeOrder }
}

const convertBlock = (block: Json, path: string, newId: () => string, warnings: Warning[]): void => {
  if (block.type === 'Bot link') {
    const options = isObject(block.options) ? block.options : {}
    if (options.mergeResults === undefined) {
      block.options = { ...options, mergeResults: true }
      warnings.push({
        path: `${path}.options.mergeResults`,
        message: 'Set to true, as it was by default before version 6.',
      })
    }
  }
  if (block.type !== 'Google Sheets' || !isObject(block.options)) return
  const { referenceCell, ...options } = block.options
  if (!isObject(referenceCell)) return
  if (options.filter === undefined && options.action !== 'Insert a row' && options.action !== undefined) {
    const { column, value } = referenceCell
    const comparison = { id: newId(), column, comparisonOperator: 'Equal to', value }
    block.options = { ...options, filter: { comparisons: [comparison] } }
    warnings.push({ path: `${path}.options.referenceCell`, message: 'Turned into a filter.' })
    return
  }
  block.options = options
  warnings.push({ path: `${path}.options.referenceCell`, message: 'Left out: the filter counts.' })
}
