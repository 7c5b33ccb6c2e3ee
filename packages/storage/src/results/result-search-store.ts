import type { Database } from '../database.js'
import type { SqlValue } from '../table.js'
import type { Span } from './analytics.js'
import { bytesOfResult, readPage, type SizedResult } from './read-result-page.js'
import { conditionOfResult, conditionOfText, type Sql, sortableDate, textOfColumn } from './result-conditions.js'
import type { Position } from './result-page.js'
import type { ResultFilter, ResultSearch, ResultSort, SortedPosition } from './result-search.js'

export function resultSearch(database: Database): ResultSearch {
  const { dialect, analyticalQuery } = database
  return {
    async page(span, filter, { before, isOldestFirst = false, ...size }) {
      const order = isOldestFirst ? 'created_at, id' : 'created_at DESC, id DESC'
      const looked = listedAfter(span, filter, before, isOldestFirst)
      const rows = valued(`SELECT * FROM results WHERE ${looked.sql} ORDER BY ${order} LIMIT ${window}`, looked, filter)
      const find = `${rows.sql} SELECT id, created_at FROM wanted ORDER BY ${order} LIMIT ?`
      const found = await analyticalQuery<SizedResult>(
        ...sized(span, { sql: find, values: [...rows.values, size.limit + 1] }),
      )
      const page = await readPage(analyticalQuery, dialect, span.workspaceId, inOrder(found, isOldestFirst), size)
      if (page.next) return page
      const lookEnd =
        `SELECT created_at AS "createdAt", id FROM results WHERE ${looked.sql} ` +
        `ORDER BY ${order} LIMIT 1 OFFSET ${window - 1}`
      const [next] = await analyticalQuery<Position>(lookEnd, ...looked.values)
      return { ...page, ...(next && { next }) }
    },
    async sorted(span, filter, sort, { after, max, ...size }) {
      const looked = listedAfter(span, filter, undefined, false)
      const newest = 'ORDER BY created_at DESC, id DESC'
      const rows = valued(`SELECT * FROM results WHERE ${looked.sql} ${newest} LIMIT ${max}`, looked, filter, sort)
      const order = sortKeys.map((key) => `${key} ${directionOf(key, sort)}`).join(', ')
      const position = after ? afterPosition(after, sort) : { sql: '1 = 1', values: [] }
      const find =
        `${rows.sql} SELECT id, created_at, is_empty, is_text, number, text FROM wanted ` +
        `WHERE ${position.sql} ORDER BY ${order} LIMIT ?`
      const values = [...rows.values, ...position.values, size.limit + 1]
      const found = await analyticalQuery<SortedPosition & SizedResult>(
        ...sized(span, { sql: find, values }, ', is_empty AS "isEmpty", is_text AS "isText", number, text'),
      )
      const sortedRows = found.toSorted((a, b) => compare(a, b, sort))
      const { next, ...page } = await readPage(analyticalQuery, dialect, span.workspaceId, sortedRows, size)
      const last = next && sortedRows.find(({ id }) => id === next.id)
      const beyond = `SELECT 1 AS found FROM results WHERE ${looked.sql} ${newest} LIMIT 1 OFFSET ${max}`
      const isPartial = (await analyticalQuery(beyond, ...looked.values)).length > 0
      return { ...page, ...(last && { next: positionOf(last) }), isPartial }
    },
    async count(span, filter) {
      const looked = listedAfter(span, filter, undefined, false)
      const rows = valued(`SELECT * FROM results WHERE ${looked.sql}`, looked, filter)
      const [row] = await analyticalQuery<{ count: number }>(
        `${rows.sql} SELECT count(*) AS count FROM wanted`,
        ...rows.values,
      )
      return Number(row?.count)
    },
  }

  /** Common table expressions that end with `wanted`: rows of `looked` that match the filter, with the values that they are sorted by. */
  function valued(looked: string, { values }: Sql, filter: ResultFilter, sort?: ResultSort): Sql {
    const own = conditionOfResult(dialect, filter)
    const conditions = filter.conditions ?? []
    const columns = conditions.map(({ column }) => textOfColumn(dialect, column))
    if (sort) columns.push(sortedText(sort))
    const texts = columns.map(({ sql }, index) => `, ${sql} AS text_${index}`)
    const fitting = conditions.map((condition, index) => conditionOfText(dialect, `text_${index}`, condition))
    const where = ['1 = 1', ...fitting.map(({ sql }) => sql)].join(' AND ')
    const keys = sort ? `, ${keysOf(`text_${conditions.length}`, sort)}` : ''
    return {
      sql:
        `WITH looked AS (${looked}), ` +
        `valued AS MATERIALIZED (SELECT id, created_at${texts.join('')} FROM looked AS results WHERE ${own.sql}), ` +
        `wanted AS MATERIALIZED (SELECT id, created_at${keys} FROM valued WHERE ${where})`,
      // In the order of their placeholders in the text.
      values: [...values, ...columns.flatMap((it) => it.values), ...own.values, ...fitting.flatMap((it) => it.values)],
    }
  }

  function sortedText({ by }: ResultSort): Sql {
    if (by === 'isCompleted') return { sql: 'CAST(is_completed AS TEXT)', values: [] }
    return textOfColumn(dialect, by)
  }

  function keysOf(name: string, { by }: ResultSort): string {
    const format = by === 'isCompleted' ? undefined : by.dateFormat
    const number = format === undefined ? dialect.numberOf(name) : 'NULL'
    const text = format === undefined ? `substr(lower(${name}), 1, ${comparedCharacters})` : sortableDate(name, format)
    return (
      `CASE WHEN coalesce(${name}, '') = '' THEN 1 ELSE 0 END AS is_empty, ` +
      `CASE WHEN ${number} IS NULL THEN 1 ELSE 0 END AS is_text, coalesce(${number}, 0) AS number, ` +
      `CASE WHEN ${number} IS NULL THEN coalesce(${text}, '') ELSE '' END AS text`
    )
  }
}

/** Maximum number of results that one page searches. */
const window = 20_000
/** Characters of a text that count when a list is sorted by it. */
const comparedCharacters = 200
const latest = Number.MAX_SAFE_INTEGER

function listedAfter(
  { botId, from = -latest, to = latest, workspaceId }: Span,
  { hasStarted = true }: ResultFilter,
  position: Position | undefined,
  isOldestFirst: boolean,
): Sql {
  // A literal, as indexes of results with an answer are partial.
  const listed =
    `bot_id = ? AND has_started = ${hasStarted ? 1 : 0} AND is_deleted = 0 ` +
    'AND created_at >= ? AND created_at < ? AND workspace_id = ?'
  if (!position) return { sql: listed, values: [botId, from, to, workspaceId] }
  const { createdAt, id } = position
  // The bounds narrow the range of the index.
  const start = isOldestFirst ? Math.max(from, createdAt) : from
  const end = isOldestFirst ? to : Math.min(to, createdAt + 1)
  const sign = isOldestFirst ? '>' : '<'
  return {
    sql: `${listed} AND (created_at ${sign} ? OR id ${sign} ?)`,
    values: [botId, start, end, workspaceId, createdAt, id],
  }
}

/** Adds the size of each result to those that a query finds. */
function sized({ workspaceId }: Span, { sql, values }: Sql, more = ''): [sql: string, ...values: SqlValue[]] {
  // WITH is allowed at the beginning of a subquery in both databases.
  const page =
    `SELECT page.id, page.created_at AS "createdAt"${more}, ${bytesOfResult} AS bytes FROM (${sql}) AS page ` +
    'JOIN results ON results.id = page.id AND results.workspace_id = ?'
  return [page, ...values, workspaceId]
}

function inOrder(found: readonly SizedResult[], isOldestFirst: boolean): SizedResult[] {
  const sign = isOldestFirst ? 1 : -1
  return found.toSorted((a, b) => sign * (a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)))
}

const sortKeys = ['is_empty', 'is_text', 'number', 'text', 'created_at', 'id'] as const
type SortKey = (typeof sortKeys)[number]

function directionOf(key: SortKey, { isDescending }: ResultSort): 'ASC' | 'DESC' {
  if (key === 'is_empty') return 'ASC'
  return isDescending || key === 'created_at' || key === 'id' ? 'DESC' : 'ASC'
}

function keyOf(position: SortedPosition, key: SortKey): string | number {
  return {
    is_empty: position.isEmpty,
    is_text: position.isText,
    number: position.number,
    text: position.text,
    created_at: position.createdAt,
    id: position.id,
  }[key]
}

/** The condition that a row comes after a position. */
function afterPosition(position: SortedPosition, sort: ResultSort): Sql {
  const comes = sortKeys.map((key, index) => {
    const same = sortKeys.slice(0, index)
    const sign = directionOf(key, sort) === 'ASC' ? '>' : '<'
    return {
      sql: `(${[...same.map((it) => `${it} = ?`), `${key} ${sign} ?`].join(' AND ')})`,
      values: [...same, key].map((it) => keyOf(position, it)),
    }
  })
  return { sql: `(${comes.map(({ sql }) => sql).join(' OR ')})`, values: comes.flatMap(({ values }) => values) }
}

/** Compares like the database: texts by their bytes. */
function compare(a: SortedPosition, b: SortedPosition, sort: ResultSort): number {
  for (const key of sortKeys) {
    const [left, right] = [keyOf(a, key), keyOf(b, key)]
    const difference =
      typeof left === 'string' ? Buffer.compare(Buffer.from(left), Buffer.from(String(right))) : left - Number(right)
    if (difference !== 0) return directionOf(key, sort) === 'ASC' ? difference : -difference
  }
  return 0
}

function positionOf({ createdAt, id, isEmpty, isText, number, text }: SortedPosition): SortedPosition {
  return { createdAt, id, isEmpty, isText, number, text }
}
