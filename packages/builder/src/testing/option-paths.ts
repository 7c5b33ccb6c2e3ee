import { isAnything, type JsonSchema, mainSchema, namedValues, variantsOf } from '../catalogue/json-schema.js'

/** The path of every option of a schema, in all of its variants: `options.labels.button`, `items[].content`. Ids and what can have one value only are none. */
export function optionPaths(schema: JsonSchema, path = ''): string[] {
  const main = mainSchema(schema)
  const variants = variantsOf(main)
  if (variants) {
    const inner = [undefined, ...variants.values].flatMap((value) => optionPaths(variants.pick(value), path))
    return [...new Set([join(path, variants.key), ...inner])]
  }
  if (main.properties) {
    return Object.entries(main.properties)
      .filter(([key]) => key !== 'id')
      .flatMap(([key, inner]) => optionPaths(inner, join(path, key)))
  }
  const objects = (main.oneOf ?? main.anyOf)?.filter(({ properties }) => properties)
  if (objects?.length) return [...new Set([path, ...objects.flatMap((one) => optionPaths(one, path))])]
  const { items, prefixItems } = main as JsonSchema & { prefixItems?: JsonSchema[] }
  if (prefixItems) return [...new Set(prefixItems.flatMap((item) => optionPaths(item, `${path}[]`)))]
  if (namedValues(main).length === 1) return []
  return typeof items === 'object' && !isAnything(items) ? optionPaths(items, `${path}[]`) : [path]
}

const join = (path: string, key: string) => (path === '' ? key : `${path}.${key}`)

/** One operation of a batch, as the builder sends it. */
export interface SentOperation {
  kind: 'set' | 'insert' | 'remove' | 'move'
  path?: string[]
  value?: unknown
  spot?: { list: string[] }
  element?: unknown
}

/** The paths that an operation writes, each from the top of the bot, with the ids of elements. */
export function writtenPaths({ kind, path = [], value, spot, element }: SentOperation): string[][] {
  if (kind === 'set') return leaves(value, path)
  return kind === 'insert' ? leaves(element, [...(spot?.list ?? []), '#']) : []
}

function leaves(value: unknown, path: string[]): string[][] {
  if (Array.isArray(value) && value.length > 0) return value.flatMap((item) => leaves(item, [...path, '#']))
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return entries.length > 0 ? entries.flatMap(([key, inner]) => leaves(inner, [...path, key])) : [path]
}

/** A path without ids: `['items', '#a', 'content']` as `items[].content`. */
export const withoutIds = (path: readonly string[]): string =>
  path.reduce((text, key) => (key.startsWith('#') ? `${text}[]` : join(text, key)), '')

/** Options that nothing has written. A list or tree of any kind counts as written with any part of it. */
export const neverWritten = (options: readonly string[], written: ReadonlySet<string>): string[] =>
  options.filter((option) => ![...written].some((path) => path === option || /^[.[]/.test(leftOf(path, option))))

const leftOf = (path: string, start: string) => (path.startsWith(start) ? path.slice(start.length) : '')
