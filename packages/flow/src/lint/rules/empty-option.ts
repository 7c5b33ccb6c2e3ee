import { definitionOf } from '../../blocks/registry.js'
import { type Block, isKnownType } from '../../blocks-schema/block.js'
import { isOffered } from '../../fields/fields.js'
import { actionOf, optionsOf } from '../../integrations/registry.js'
import { isObject } from '../../json.js'
import { isEmpty } from '../is-empty.js'
import type { Rule } from '../rule.js'

export const emptyOption: Rule = {
  id: 'empty-option',
  severity: 'warning',
  summary: 'A block lacks what it needs to do anything: an address, a recipient, a variable, a group',
  *find({ blocks }) {
    for (const { block, location } of blocks) {
      for (const [path, message] of Object.entries(needsOf(block))) {
        if (!isEmpty(valueAt(block, path)) || definitionOf(block.type)?.isSpared?.(block, path)) continue
        yield {
          location: { ...location, path: `${location.path}.${path}` },
          message: `${message}: without it this block does nothing.`,
        }
      }
    }
  },
}

/** Required options of a block by their path in it, with what to do about each. */
const needsOf = (block: Block): Readonly<Record<string, string>> => {
  const definition = definitionOf(block.type)
  if (definition) return definition.needs ?? {}
  return isKnownType(block.type)
    ? { 'options.action': 'Choose what this service is to do', ...needsOfAction(block) }
    : {}
}

/** Required options of an integration's action, except those that the form does not show. */
const needsOfAction = (block: Block): Readonly<Record<string, string>> => {
  const options = valueAt(block, 'options')
  const given = isObject(options) ? options : {}
  const action = actionOf(block.type, given.action)
  if (!action) return {}
  const needed = Object.entries(optionsOf(action)).filter(
    ([, field]) =>
      // References have a separate rule.
      field.isRequired && field.kind !== 'reference' && !('default' in field) && isOffered(field, given),
  )
  return Object.fromEntries(needed.map(([name, { label }]) => [`options.${name}`, `Fill in "${label}"`]))
}

const valueAt = (block: Block, path: string): unknown => {
  let value: unknown = block
  for (const key of path.split('.')) value = isObject(value) ? value[key] : undefined
  return value
}
