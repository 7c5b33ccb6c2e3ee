import {
  type ResultCondition as AskedCondition,
  type ResultSort as AskedSort,
  type OriginField,
  type OriginQuery,
  originFields,
  type TimeFilter,
} from '@colloquy/api'
import type {
  Device,
  ExperimentVariant,
  ResultCondition,
  ResultFilter,
  ResultOrigin,
  ResultSort,
} from '@colloquy/storage'
import { dayBounds, timeRange } from './time-filter.js'

/** Conditions on results, from a query string or a body. */
export interface ResultQuery {
  timeFilter: TimeFilter
  timeZone?: string | undefined
  isCompleted?: boolean | undefined
  search?: string | undefined
  blockId?: string | undefined
  variableId?: string | undefined
  value?: string | undefined
  filters?: AskedCondition[] | undefined
}

interface Found {
  range: { from?: number; to?: number }
  /** Undefined when the query only restricts the time. */
  filter: ResultFilter | undefined
}

/** Converts a query into a time range and a filter. Conditions on the start of a result become bounds of the range. */
export function resultsWanted(query: ResultQuery, now: number): Found {
  const { timeFilter, timeZone, isCompleted, search, blockId, variableId, value, filters = [] } = query
  const range = timeRange(timeFilter, timeZone, now)
  for (const condition of filters) {
    if (condition.field !== 'createdAt') continue
    const { from, to } = dayBounds(String(condition.value), timeZone)
    if (condition.is === 'before') range.to = Math.min(range.to ?? from, from)
    else range.from = Math.max(range.from ?? to, to)
  }
  const conditions = filters.flatMap((condition) => storedCondition(condition) ?? [])
  const origins = filters.flatMap(originWanted)
  const isAboutAnswer = blockId !== undefined || variableId !== undefined || value !== undefined
  const isFiltered =
    isCompleted !== undefined || search !== undefined || isAboutAnswer || conditions.length > 0 || origins.length > 0
  const filter = {
    ...(isCompleted !== undefined && { isCompleted }),
    ...(search !== undefined && { text: search }),
    ...(isAboutAnswer && {
      answer: {
        ...(blockId !== undefined && { blockId }),
        ...(variableId !== undefined && { variableId }),
        ...(value !== undefined && { content: value }),
      },
    }),
    ...(conditions.length > 0 && { conditions }),
    ...(origins.length > 0 && { origins }),
  }
  return { range, filter: isFiltered ? filter : undefined }
}

function originWanted({ field, is, value, values = [] }: AskedCondition): ResultOrigin[] {
  if (field === undefined || field === 'createdAt') return []
  const wanted = is === 'oneOf' ? values : [String(value)]
  return [originIn[field](wanted)]
}

/** Converts the origin in an analytics query; undefined when it includes all origins. */
export function originOf(query: OriginQuery): ResultOrigin | undefined {
  const asked = originFields.flatMap((field) => (query[field] === undefined ? [] : originIn[field]([query[field]])))
  return asked.length === 0 ? undefined : Object.assign({}, ...asked)
}

/** Only the fields of a query that restrict the origin of results. */
export const originQueryOf = (query: OriginQuery): OriginQuery =>
  Object.fromEntries(originFields.map((field) => [field, query[field]]))

/** The origin that each field selects, from its requested values. */
const originIn: Record<OriginField, (wanted: readonly string[]) => ResultOrigin> = {
  environmentId: (wanted) => ({ environmentIds: wanted.map(environmentOf) }),
  releaseId: (wanted) => ({ releaseIds: wanted }),
  variant: (wanted) => ({ variants: wanted.map(variantOf) }),
  source: (wanted) => ({ sources: wanted.map(knownOf) }),
  device: (wanted) => ({ devices: wanted.map((one) => knownOf(one) as Device | null) }),
}

const knownOf = (value: string): string | null => (value === 'unknown' ? null : value)

function environmentOf(id: string): string | null {
  return id === 'live' ? null : id
}

/** Parses a variant such as `x7r2k9:1`. */
function variantOf(text: string): ExperimentVariant {
  const [experimentId = '', variant] = text.split(':')
  return { experimentId, variant: Number(variant) }
}

/** Undefined when results are sorted by their start. */
export function sortWanted(sort: AskedSort): ResultSort | undefined {
  const isDescending = sort.order === 'descending'
  if (sort.field === 'createdAt') return undefined
  const by = sort.field === 'isCompleted' ? sort.field : columnOf(sort)
  return by && { by, isDescending }
}

function storedCondition(condition: AskedCondition): ResultCondition | undefined {
  const column = columnOf(condition)
  if (!column) return undefined
  const { is, values = [] } = condition
  const value = String(condition.value ?? '')
  switch (is) {
    case 'equals':
      return { column, is: 'equal', value }
    case 'contains':
      return { column, is: 'containing', value }
    case 'isEmpty':
      return { column, is: 'empty' }
    case 'isNotEmpty':
      return { column, is: 'filled' }
    case 'greaterThan':
      return { column, is: 'greater', value: Number(value) }
    case 'lessThan':
      return { column, is: 'less', value: Number(value) }
    case 'before':
    case 'after':
      return { column, is, value }
    case 'oneOf':
      return { column, is, values }
  }
}

function columnOf({ blockId, variableId, dateFormat }: Pick<AskedCondition, 'blockId' | 'variableId' | 'dateFormat'>) {
  if (blockId !== undefined) return { blockId, dateFormat }
  return variableId === undefined ? undefined : { variableId, dateFormat }
}
