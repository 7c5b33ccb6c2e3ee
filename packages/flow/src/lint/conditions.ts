import { definitionOf } from '../blocks/registry.js'
import type { Condition } from '../conditions/condition.js'
import type { Fields } from '../fields/fields.js'
import { itemsOf } from '../items.js'
import { isObject } from '../json.js'
import type { BlockLocation } from './flow-parts.js'
import type { Location } from './problem.js'

/** A condition of an item: the one that a Condition block tests, or the one that controls its visibility. */
export interface ItemCondition {
  readonly condition: Condition | undefined
  /** `path` is that of the condition. */
  readonly location: Location & { path: string }
  /** Name of the condition in a sentence. */
  readonly what: string
}

/** All conditions of a block that are in use. */
export const conditionsOf = ({ block, location }: BlockLocation): ItemCondition[] => {
  const fields = definitionOf(block.type)?.items?.fields
  if (!fields) return []
  return itemsOf(block).flatMap((item, i) =>
    conditionsIn(fields, item, { ...location, itemId: item.id, path: `${location.path}.items.${i}` }),
  )
}

function conditionsIn(fields: Fields, values: object, location: ItemCondition['location']): ItemCondition[] {
  return Object.entries(fields).flatMap(([name, field]): ItemCondition[] => {
    const value = (values as Readonly<Record<string, unknown>>)[name]
    const at = { ...location, path: `${location.path}.${name}` }
    if (field.kind === 'condition') return [{ condition: value as Condition, location: at, what: 'This condition' }]
    if (!isObject(value)) return []
    if (field.kind === 'group') return conditionsIn(field.fields, value, at)
    if (field.kind !== 'display condition' || !value.isEnabled) return []
    const condition = value.condition as Condition | undefined
    return [{ condition, location: { ...at, path: `${at.path}.condition` }, what: 'The condition to show this item' }]
  })
}
