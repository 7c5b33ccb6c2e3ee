import { definitionOf } from './blocks/registry.js'
import type { Field, Fields, Shows, UnionField } from './fields/fields.js'
import { isUnion, unionFields } from './fields/union-fields.js'
import { actionOf, isIntegration, optionsOf } from './integrations/registry.js'
import { isObject } from './json.js'

/**
 * The contents of a block that are visible to everyone, by the roles of its fields. Contents without a field, and blocks of unknown types
 * and actions, stay hidden.
 */
export function shownContents(block: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const definition = definitionOf(String(block.type))
  if (!definition) return shownService(block)
  const { own, content, options, items } = definition
  const isScriptShown = definition.runsInBrowser?.({ ...block, id: '', type: definition.type }) === true
  const itemFields: Fields = { ...items?.fields, ...Object.assign({}, ...(items?.fixed ?? [])) }
  const parts: [string, Fields | UnionField | undefined, unknown][] = [
    ['content', content, block.content],
    ['options', options, block.options],
  ]
  const shown = parts.flatMap(([name, fields, value]) =>
    fields && isObject(value) ? [[name, shownPart(fields, value, isScriptShown)] as const] : [],
  )
  return {
    ...(own && shownFields(own, block, false)),
    ...Object.fromEntries(shown),
    ...(items && Array.isArray(block.items) && { items: block.items.map((item) => shownObject(itemFields, item)) }),
  }
}

/** The same for an action of a service. */
function shownService({ type, options }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (!isObject(options) || !isIntegration(String(type))) return {}
  const action = actionOf(String(type), options.action)
  return { options: action ? { action: options.action, ...shownFields(optionsOf(action), options, false) } : {} }
}

const shownPart = (fields: Fields | UnionField, values: Readonly<Record<string, unknown>>, isScriptShown: boolean) =>
  isUnion(fields) ? shownUnion(fields, values, isScriptShown) : shownFields(fields, values, isScriptShown)

function shownFields(
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  isScriptShown: boolean,
): Record<string, unknown> {
  const shown = Object.entries(fields).map(
    ([name, field]) => [name, shownValue(field, values[name], isScriptShown)] as const,
  )
  return Object.fromEntries(shown.filter(([, value]) => value !== undefined))
}

function shownUnion(union: UnionField, values: Readonly<Record<string, unknown>>, isScriptShown: boolean) {
  return shownFields(unionFields(union, values), values, isScriptShown)
}

function shownValue(field: Field, value: unknown, isScriptShown: boolean): unknown {
  switch (field.kind) {
    case 'text':
      return isScriptShown && field.isScript ? leaf('all', value) : leaf(field.shows ?? 'variable', value)
    case 'list':
      return leaf(field.shows ?? 'variable', value)
    case 'number':
      return typeof value === 'number' && field.shows === undefined ? value : leaf(field.shows ?? 'variable', value)
    case 'switch':
      return typeof value === 'boolean' ? value : undefined
    case 'choice':
      return field.values.includes(value as string) ? value : undefined
    case 'variable':
    case 'id':
    case 'edge':
    case 'literal':
      return typeof value === 'string' ? value : undefined
    case 'reference':
      return field.shows === 'all' && typeof value === 'string' ? value : undefined
    case 'code':
      return isScriptShown && field.isScript ? leaf('all', value) : undefined
    case 'any':
    case 'sample':
      return undefined
    case 'texts':
      return field.shows === 'all' && Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined
    case 'tree':
      return field.shows === 'all' ? value : undefined
    case 'condition':
      return isObject(value) ? shownCondition(value) : undefined
    case 'display condition': {
      if (!isObject(value)) return undefined
      const { isEnabled, condition } = value
      return {
        ...(typeof isEnabled === 'boolean' && { isEnabled }),
        ...(isObject(condition) && { condition: shownCondition(condition) }),
      }
    }
    case 'rows': {
      if (field.shows === 'nothing' || !Array.isArray(value)) return undefined
      const { union } = field
      return value.map((row) =>
        union && isObject(row) ? shownUnion(union, row, false) : shownObject(field.fields, row),
      )
    }
    case 'group':
      return isObject(value) && field.shows !== 'nothing' ? shownFields(field.fields, value, false) : undefined
    case 'union':
      return isObject(value) ? shownUnion(field, value, false) : undefined
    case 'variants': {
      const one = (it: unknown) => {
        const name = isObject(it) ? String(it[field.key]) : ''
        const fields = Object.hasOwn(field.variants, name) ? field.variants[name] : undefined
        return fields ? { [field.key]: name, ...shownObject(fields, it) } : {}
      }
      if (field.isList) return Array.isArray(value) ? value.map(one) : undefined
      return isObject(value) ? one(value) : undefined
    }
  }
}

function leaf(shows: Shows, value: unknown): unknown {
  switch (shows) {
    case 'all':
      return typeof value === 'object' && value !== null ? undefined : value
    case 'variable':
      return isPlaceholder(value) ? value : undefined
    case 'host':
      return shownHost(value)
    case 'nothing':
      return undefined
  }
}

const shownObject = (fields: Fields, value: unknown): Record<string, unknown> =>
  isObject(value) ? shownFields(fields, value, false) : {}

const shownCondition = ({ logicalOperator, comparisons }: Readonly<Record<string, unknown>>) => ({
  ...(typeof logicalOperator === 'string' && { logicalOperator }),
  ...(Array.isArray(comparisons) && { comparisons: comparisons.map(shownComparison) }),
})

const shownComparison = (comparison: unknown): Record<string, unknown> =>
  Object.fromEntries(
    ['id', 'variableId', 'comparisonOperator', 'value'].flatMap((name) => {
      const value = isObject(comparison) ? comparison[name] : undefined
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )

function shownHost(address: unknown): string | undefined {
  if (typeof address !== 'string') return undefined
  return isPlaceholder(address) ? address : /^(https?:\/\/)(?:[^/?#]*@)?([\w.:-]+)/i.exec(address)?.slice(1, 3).join('')
}

/** True if a value is only the name of a variable: an expression may contain something private. */
const isPlaceholder = (value: unknown): boolean => typeof value === 'string' && /^\{\{[^{}='"`]+\}\}$/.test(value)
