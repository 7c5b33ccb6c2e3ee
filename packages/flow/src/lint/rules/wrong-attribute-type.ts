import type { BlockDefinition } from '../../blocks/define.js'
import { definitionOf } from '../../blocks/registry.js'
import type { Block } from '../../blocks-schema/block.js'
import { readAttribute } from '../../contacts/attributes.js'
import type { AttributeType } from '../../contacts/index.js'
import { itemsOf } from '../../items.js'
import type { Rule } from '../rule.js'

export const wrongAttributeType: Rule = {
  id: 'wrong-attribute-type',
  severity: 'warning',
  summary: 'An attribute of the contact is set to a value that its type cannot hold, and keeps the one that it has',
  *find({ variableUses, variableById }) {
    for (const { at, location, variableId, isWrite } of variableUses) {
      const variable = isWrite ? variableById.get(variableId) : undefined
      const definition = definitionOf(at.block.type)
      if (!variable?.attribute || !definition || !location.path.endsWith(mainVariable)) continue
      const { type } = variable.attribute
      const wrong = wrongValue(at.block, definition, type)
      if (wrong === undefined) continue
      yield {
        location: { ...location, variableId },
        message: `The attribute "${variable.name}" cannot hold "${wrong}" and stays as it is: save it in another variable, or use an attribute of another type.`,
      }
    }
  },
}

/** The variable that gets the answer of an input or the value of a block. */
const mainVariable = '.options.variableId'

/** A text that the block writes and an attribute of this type cannot hold; undefined if there is none, or it is not known before a run. */
function wrongValue(block: Block, definition: BlockDefinition, type: AttributeType): string | undefined {
  if (definition.section !== 'input') {
    const text = definition.textValue?.(block)?.text
    return text === undefined || text.includes('{{') || fits(type, text) ? undefined : text
  }
  if (type === 'text' || type === 'list' || definition.takesAnyText) return undefined
  if (definition.items) {
    if (definition.makesItems?.(block)) return undefined
    const { matchedBy } = definition.items
    const saved = itemsOf(block).map((item) => savedText(item, matchedBy))
    const texts = definition.isMultiple?.(block) ? [saved.slice(0, 2).join(', ')] : saved
    return texts.find((text) => text !== '' && !text.includes('{{') && !fits(type, text))
  }
  const { example } = definition
  return example === undefined || fits(type, example) ? undefined : example
}

/** The text that is saved when an item is chosen, if the item has one. */
function savedText(item: object, matchedBy: string | undefined): string {
  const fields = item as Readonly<Record<string, unknown>>
  const text = fields.value || (matchedBy === undefined ? '' : fields[matchedBy])
  return typeof text === 'string' ? text : ''
}

const fits = (type: AttributeType, text: string): boolean => 'value' in readAttribute(type, text)
