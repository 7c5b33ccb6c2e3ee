import type { ResultCondition as AskedCondition, ResultSort as AskedSort, OriginQuery, TimeFilter } from '@colloquy/api'
import {
  columnFields,
  type OriginField,
  originFields,
  type ResultFieldId,
  storedText,
} from '@colloquy/flow/result-fields'
import type { ResultColumn, ResultCondition, ResultFilter, ResultOrigin, ResultSort } from '@colloquy/storage'
import { dayBounds, timeRange } from './time-filter.js'

/** Conditions on results, from a query string or a body. */
export interface ResultQuery {
  timeFilter: TimeFilter
  timeZone?: string | undefined
  /** False for results without an answer. */
  hasStarted?: boolean | undefined
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
  const {
    timeFilter,
    timeZone,
    hasStarted = true,
    isCompleted,
    search,
    blockId,
    variableId,
    value,
    filters = [],
  } = query
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
  const filter: ResultFilter = {
    ...(!hasStarted && { hasStarted }),
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
  return { range, filter: Object.keys(filter).length > 0 ? filter : undefined }
}

/** Conditions on the values of fields themselves; others compare their texts, as those of answers. */
function originWanted(condition: AskedCondition): ResultOrigin[] {
  const { field, is, value, values = [] } = condition
  if (!isOf(originFields, field) || !comparesValues(condition)) return []
  return [originIn(field, is === 'oneOf' ? values : [String(value)])]
}

const comparesValues = ({ field, is }: AskedCondition) => field !== undefined && (is === 'equals' || is === 'oneOf')

const isOf = <Id extends ResultFieldId>(ids: readonly Id[], field: ResultFieldId | undefined): field is Id =>
  ids.some((id) => id === field)

/** Converts the origin in an analytics query; undefined when it includes all origins. */
export function originOf(query: OriginQuery): ResultOrigin | undefined {
  const origins = originFields.flatMap((field) => {
    const asked = query[field]
    return asked === undefined ? [] : originIn(field, [asked])
  })
  return origins.length === 0 ? undefined : Object.assign({}, ...origins)
}

/** Only the fields of a query that restrict the origin of results. */
export const originQueryOf = (query: OriginQuery): OriginQuery =>
  Object.fromEntries(originFields.map((field) => [field, query[field]]))

const originIn = (field: OriginField, asked: readonly string[]): ResultOrigin => ({
  [field]: asked.map((one) => storedText(field, one)),
})

/** Undefined when results are sorted by their start. */
export function sortWanted(sort: AskedSort): ResultSort | undefined {
  const isDescending = sort.order === 'descending'
  if (sort.field === 'createdAt') return undefined
  const by = sort.field === 'isCompleted' ? sort.field : columnOf(sort)
  return by && { by, isDescending }
}

function storedCondition(condition: AskedCondition): ResultCondition | undefined {
  const column = columnOf(condition)
  if (!column || comparesValues(condition)) return undefined
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

function columnOf({ blockId, variableId, field, dateFormat }: AskedColumn): ResultColumn | undefined {
  if (blockId !== undefined) return { blockId, dateFormat }
  if (variableId !== undefined) return { variableId, dateFormat }
  return isOf(columnFields, field) ? { field } : undefined
}

type AskedColumn = Pick<AskedCondition, 'blockId' | 'variableId' | 'field' | 'dateFormat'>
