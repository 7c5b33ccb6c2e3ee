import { serviceKeys } from './services.js'
import { type ReceivedRequest, type StandInResponse, standIn } from './stand-in.js'

type Row = { Id: number; [field: string]: unknown }

/** NocoDB with one table in memory: records, their fields, links, and `where` as documented. */
export async function nocodbStandIn(rows: Row[]) {
  const links: { columnId: string; recordId: string; ids: number[] }[] = []
  const answer = ({ method, path, query, headers, json }: ReceivedRequest): StandInResponse => {
    if (headers['xc-token'] !== serviceKeys.nocodb) return { status: 401, json: { msg: 'Invalid token' } }
    if (path === '/api/v2/meta/bases') return { json: { list: [] } }
    if (path === '/api/v2/meta/tables/t1') {
      return {
        json: {
          columns: [
            { id: 'c1', title: 'Tags', uidt: 'LinkToAnotherRecord' },
            { id: 'c2', title: 'Name', uidt: 'SingleLineText' },
          ],
        },
      }
    }
    const [, columnId, recordId] = /^\/api\/v2\/tables\/t1\/links\/(\w+)\/records\/(\w+)$/.exec(path) ?? []
    if (columnId && recordId) {
      links.push({ columnId, recordId, ids: json.map(({ Id }: Row) => Id) })
      return { status: 201, json: true }
    }
    if (path !== '/api/v2/tables/t1/records') return { status: 404, json: { msg: 'Table not found' } }
    if (method === 'POST') {
      const row = { ...json, Id: Math.max(0, ...rows.map(({ Id }) => Id)) + 1 }
      rows.push(row)
      return { json: { Id: row.Id } }
    }
    if (method === 'PATCH') {
      for (const change of json as Row[]) Object.assign(rows.find(({ Id }) => Id === change.Id) ?? {}, change)
      return { json }
    }
    const found = query.where ? parseWhere(query.where) : () => true
    if (!found) return { status: 422, json: { msg: `Invalid filter ${query.where}` } }
    const matching = rows.filter(found)
    const offset = Number(query.offset ?? 0)
    const list = matching.slice(offset, offset + Math.min(Number(query.limit ?? 25), 1_000))
    return { json: { list, pageInfo: { totalRows: matching.length } } }
  }
  return { ...(await standIn(answer)), rows, links }
}

type Test = (row: Row) => boolean

/** Parses `(field,op,value)` joined by `~and` or `~or`; names and values may be quoted. Undefined if it is invalid. */
function parseWhere(text: string): Test | undefined {
  const part = /^\(((?:"(?:[^"\\]|\\.)*"|[^,()~"])*),(\w+),((?:"(?:[^"\\]|\\.)*"|[^()~"])*)\)(~and|~or)?/
  const tests: Test[] = []
  let joiner: string | undefined
  let rest = text
  while (rest !== '') {
    const match = part.exec(rest)
    if (!match) return undefined
    const [whole, field = '', operator = '', value = '', next] = match
    tests.push(comparison(unquoted(field), operator, unquoted(value)))
    joiner ??= next
    rest = rest.slice(whole.length)
  }
  return joiner === '~or' ? (row) => tests.some((it) => it(row)) : (row) => tests.every((it) => it(row))
}

const unquoted = (text: string): string => (text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text)

function comparison(field: string, operator: string, value: string): Test {
  const like = (text: string) => {
    const inner = value.replace(/^%|%$/g, '').toLowerCase()
    const lower = text.toLowerCase()
    if (value.startsWith('%') && value.endsWith('%')) return lower.includes(inner)
    return value.startsWith('%') ? lower.endsWith(inner) : lower.startsWith(inner)
  }
  return (row) => {
    const held = row[field]
    switch (operator) {
      case 'eq':
        return String(held) === value
      case 'ne':
        return String(held) !== value
      case 'like':
        return like(String(held ?? ''))
      case 'gt':
        return Number(held) > Number(value)
      case 'lt':
        return Number(held) < Number(value)
      case 'is':
        return held === null || held === undefined
      case 'isnot':
        return held !== null && held !== undefined
      default:
        return false
    }
  }
}
