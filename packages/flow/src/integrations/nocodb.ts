import { choice, group, type OptionsOf, pairs, rows, saveIn, text } from '../fields/fields.js'
import { get, type Json, patch, post } from './calls.js'
import { type ActionContext, action, defineCredentials, defineIntegration } from './define.js'
import { nocodbWhere } from './nocodb-where.js'
import { at, listAt, textAt } from './read.js'

const operators = [
  'Equal to',
  'Not equal',
  'Contains',
  'Greater than',
  'Less than',
  'Is set',
  'Is empty',
  'Starts with',
  'Ends with',
] as const

const tableId = text({ label: 'Table ID', isRequired: true })
const viewId = text({ label: 'View ID' })
const filter = group({
  label: 'Filter',
  fields: {
    comparisons: rows({
      label: 'Comparisons',
      isAlwaysThere: true,
      fields: {
        input: text({ label: 'Field', isRequired: true }),
        operator: choice(operators, { label: 'Operator', default: 'Equal to' }),
        value: text({ label: 'Value', shownWhen: { option: 'operator', is: valued() } }),
      },
    }),
    joiner: choice(['AND', 'OR'], { label: 'Combine with', default: 'AND' }),
  },
})

function valued() {
  return [undefined, ...operators.filter((operator) => operator !== 'Is set' && operator !== 'Is empty')]
}

const searchOptions = {
  tableId,
  viewId,
  returnType: choice(['All', 'First', 'Last', 'Random'], { label: 'Return', default: 'All' }),
  filter,
  responseMapping: rows({
    label: 'Save from the records',
    fields: {
      fieldName: text({ label: 'Field', isRequired: true }),
      variableId: saveIn({ label: 'Save in', isRequired: true }),
    },
  }),
}

const maxPageLength = 1_000
const patchedAtOnce = 100

export const nocodb = defineIntegration({
  type: 'nocodb',
  label: 'NocoDB',
  icon: 'sheet',
  description: 'Read and write records',
  keywords: 'database, table, spreadsheet',
  credentials: defineCredentials({
    fields: {
      baseUrl: { kind: 'address', label: 'Base URL', placeholder: 'https://app.nocodb.com' },
      apiKey: {
        kind: 'secret',
        label: 'API token',
        help: 'In NocoDB, under Account settings, Tokens.',
        isRequired: true,
      },
    },
    address: 'https://app.nocodb.com',
    addressField: 'baseUrl',
    auth: { kind: 'header', name: 'xc-token', field: 'apiKey' },
    test: [get(['api', 'v2', 'meta', 'bases'])],
  }),
  actions: {
    'Search Records': action({
      options: searchOptions,
      *run({ tableId, viewId, returnType, filter, responseMapping }, context) {
        const found = yield* search({ tableId, viewId, filter }, returnType, context)
        if (!found) return
        if (found.length === 0) return context.note('no record was found.')
        for (const { fieldName, variableId } of responseMapping ?? []) {
          const values = found.map((record) => at(record, fieldName) ?? null)
          if (values.every((value) => value === null))
            context.warn(`no record that was found has a value in "${fieldName}".`)
          else context.save(variableId, values.length === 1 ? values[0] : values)
        }
      },
    }),
    'Create Record': action({
      options: { tableId, fields: pairs(['key', 'Field'], ['value', 'Value'], { label: 'Fields', isRequired: true }) },
      *run({ tableId, fields }, context) {
        const given = Object.fromEntries(fields.map(({ key, value }) => [key, value]))
        const links = yield* linksOf(tableId, given, context)
        if (!links) return
        const created = yield* context.call(
          post(['api', 'v2', 'tables', tableId, 'records'], { json: without(given, links) }),
        )
        if (created) yield* link(tableId, idOf(created.body), links, context)
      },
    }),
    'Update Existing Record': action({
      options: {
        tableId,
        viewId,
        filter,
        updates: rows({
          label: 'Updates',
          isRequired: true,
          fields: { fieldName: text({ label: 'Field', isRequired: true }), value: text({ label: 'Value' }) },
        }),
      },
      *run({ tableId, viewId, filter, updates }, context) {
        if (!filter?.comparisons?.length)
          return context.fail('an update needs a filter, so that it does not change every record.')
        const found = yield* search({ tableId, viewId, filter }, 'All', context)
        if (!found) return
        const ids = found.flatMap((record) => idOf(record) ?? [])
        if (ids.length === 0) return context.note('no record was found, so none was changed.')
        const given = Object.fromEntries(updates.map(({ fieldName, value = null }) => [fieldName, value]))
        const links = yield* linksOf(tableId, given, context)
        if (!links) return
        const change = without(given, links)
        for (let start = 0; start < ids.length && Object.keys(change).length > 0; start += patchedAtOnce) {
          const json = ids.slice(start, start + patchedAtOnce).map((Id) => ({ Id, ...change }))
          if (!(yield* context.call(patch(['api', 'v2', 'tables', tableId, 'records'], { json })))) return
        }
        if (links.length > 0) for (const id of ids) yield* link(tableId, id, links, context)
      },
    }),
  },
})

type Searched = Pick<OptionsOf<typeof searchOptions>, 'tableId' | 'viewId' | 'filter'>

/** Records that match a filter: all up to 1,000, or one of them. Undefined after a failure, which is in the log. */
function* search<E, N>(
  { tableId, viewId, filter }: Searched,
  returnType: 'All' | 'First' | 'Last' | 'Random',
  context: ActionContext<E, N>,
): Generator<E, readonly unknown[] | undefined, N> {
  const where = nocodbWhere(filter)
  if (where === 'unsafe') {
    context.fail('a value of the filter holds a control character: nothing was searched.')
    return undefined
  }
  const page = (more: { limit: number; offset?: number }) =>
    context.call(get(['api', 'v2', 'tables', tableId, 'records'], { query: { where, viewId, ...more } }))
  const first = yield* page({ limit: returnType === 'All' ? maxPageLength : 1 })
  if (!first) return undefined
  const total = Number(at(first.body, 'pageInfo', 'totalRows') ?? 0)
  if (returnType === 'All' && total > maxPageLength) {
    context.note(`${total} records were found; the first ${maxPageLength} count.`)
  }
  if (returnType === 'All' || returnType === 'First' || total < 2) return listAt(first.body, 'list')
  const offset = returnType === 'Last' ? total - 1 : Math.floor(context.random() * total)
  if (offset === 0) return listAt(first.body, 'list')
  const other = yield* page({ limit: 1, offset })
  return other && listAt(other.body, 'list')
}

type Given = Readonly<Record<string, string | null>>
interface Link {
  title: string
  columnId: string
  ids: readonly Json[]
}

/** The fields among these that link to other records. Plain texts never do, so most calls need not load the table. */
function* linksOf<E, N>(
  tableId: string,
  given: Given,
  context: ActionContext<E, N>,
): Generator<E, Link[] | undefined, N> {
  const candidates = Object.entries(given).flatMap(([title, value]) => {
    const ids = linkedIds(value)
    return ids ? [{ title, ids }] : []
  })
  if (candidates.length === 0) return []
  const meta = yield* context.call(get(['api', 'v2', 'meta', 'tables', tableId]))
  if (!meta) return undefined
  const columns = listAt(meta.body, 'columns').filter((column) => at(column, 'uidt') === 'LinkToAnotherRecord')
  return candidates.flatMap(({ title, ids }) => {
    const column = columns.find((it) => at(it, 'title') === title)
    const columnId = textAt(column, 'id')
    return columnId === undefined ? [] : [{ title, ids, columnId }]
  })
}

/** The ids in a value: one, or a JSON list of them. */
function linkedIds(value: string | null): readonly number[] | undefined {
  const text = value?.trim() ?? ''
  if (!/^(?:\d{1,15}|\[\s*\d{1,15}(?:\s*,\s*\d{1,15})*\s*\])$/.test(text)) return undefined
  return text.startsWith('[') ? (JSON.parse(text) as number[]) : [Number(text)]
}

function* link<E, N>(tableId: string, id: Json | undefined, links: readonly Link[], context: ActionContext<E, N>) {
  if (id === undefined) return
  for (const { columnId, ids } of links) {
    const path = ['api', 'v2', 'tables', tableId, 'links', columnId, 'records', String(id)]
    yield* context.call(post(path, { json: ids.map((Id) => ({ Id })) }))
  }
}

const without = (given: Given, links: readonly Link[]): Given =>
  Object.fromEntries(Object.entries(given).filter(([title]) => !links.some((it) => it.title === title)))

function idOf(record: unknown): string | number | undefined {
  const id = at(record, 'Id')
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}
