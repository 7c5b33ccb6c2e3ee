import { definitionOf } from '../blocks/registry.js'
import type { Condition } from '../conditions/condition.js'
import type { Fields } from '../fields/fields.js'
import { isObject } from '../json.js'
import { type BlockPlace, itemsOf } from './flow-parts.js'
import type { Place } from './problem.js'

/** A condition of an item: the one that a Condition block tests, or the one that controls its visibility. */
export interface ItemCondition {
  readonly condition: Condition | undefined
  /** `path` is that of the condition. */
  readonly place: Place & { path: string }
  /** Name of the condition in a sentence. */
  readonly what: string
}

/** All conditions of a block that are in use. */
export const conditionsOf = ({ block, place }: BlockPlace): ItemCondition[] => {
  const fields = definitionOf(block.type)?.items?.fields
  if (!fields) return []
  return itemsOf(block).flatMap((item, i) =>
    conditionsIn(fields, item, { ...place, itemId: item.id, path: `${place.path}.items.${i}` }),
  )
}

function conditionsIn(fields: Fields, values: object, place: ItemCondition['place']): ItemCondition[] {
  return Object.entries(fields).flatMap(([name, field]): ItemCondition[] => {
    const value = (values as Readonly<Record<string, unknown>>)[name]
    const at = { ...place, path: `${place.path}.${name}` }
    if (field.kind === 'condition') return [{ condition: value as Condition, place: at, what: 'This condition' }]
    if (!isObject(value)) return []
    if (field.kind === 'group') return conditionsIn(field.fields, value, at)
    if (field.kind !== 'display condition' || !value.isEnabled) return []
    const condition = value.condition as Condition | undefined
    return [{ condition, place: { ...at, path: `${at.path}.condition` }, what: 'The condition to show this item' }]
  })
}
