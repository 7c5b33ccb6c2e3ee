import { type AttributeType, attributeName, contactFieldTypes } from '../../contacts/index.js'
import { placeholderNames } from '../placeholder-names.js'
import type { LintContext } from '../problem.js'
import type { Rule } from '../rule.js'

export const missingAttribute: Rule = {
  id: 'missing-attribute',
  severity: 'error',
  summary:
    'An attribute of the contact is not in the workspace, has another type there, or is named without a variable for it',
  *find({ flow, texts, variableByName }, { attributes }) {
    if (!attributes) return
    for (const [v, { id, name, attribute }] of flow.variables.entries()) {
      if (!attribute) continue
      const type = typeOf(attributes, attribute.key)
      const location = { variableId: id, path: `variables.${v}.attribute` }
      if (type === undefined)
        yield {
          location,
          message: `The attribute "${name}" is always empty, as contacts have no such attribute: add it to the workspace, or choose another one.`,
        }
      else if (type !== attribute.type)
        yield {
          location,
          message: `The attribute "${name}" is not saved, as its type is now ${type}: use that type here, too.`,
          fix: { title: `Use the type ${type}`, edits: [{ path: `${location.path}.type`, value: type }] },
        }
    }
    const told = new Set<string>()
    for (const { location, text } of texts) {
      for (const name of placeholderNames(text)) {
        if (!name.startsWith(prefix) || variableByName.has(name) || told.has(name)) continue
        const key = name.slice(prefix.length)
        const type = typeOf(attributes, key)
        if (type === undefined) continue
        told.add(name)
        yield {
          location,
          message: `{{${name}}} stands for nothing here, as the bot has no variable for this attribute: add it.`,
          fix: {
            title: `Add {{${name}}}`,
            edits: [
              {
                path: `variables.${flow.variables.length}`,
                value: {
                  id: newId(flow.variables, key),
                  name,
                  attribute: { key: attributes.get(key)?.id ?? key, type },
                },
              },
            ],
          },
        }
      }
    }
  },
}

const prefix = attributeName('')

function typeOf(attributes: NonNullable<LintContext['attributes']>, key: string): AttributeType | undefined {
  const field = Object.hasOwn(contactFieldTypes, key)
    ? contactFieldTypes[key as keyof typeof contactFieldTypes]
    : undefined
  return attributes.get(key)?.type ?? field?.type
}

/** An id that code can use as a name. */
function newId(variables: readonly { id: string }[], key: string): string {
  const taken = new Set(variables.map(({ id }) => id))
  for (let number = 1; ; number++) {
    const id = `contact_${key.replace(/\W/g, '_')}${number === 1 ? '' : `_${number}`}`
    if (!taken.has(id)) return id
  }
}
