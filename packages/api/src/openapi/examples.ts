import { referredName } from './components.js'
import { fieldExamples } from './field-examples.js'
import type { JsonSchema } from './json-schema.js'

/** Makes examples of shapes from their schemas, and names the fields for which it had nothing to say. */
export class Examples {
  readonly #named: Readonly<Record<string, JsonSchema>>
  /** Paths of texts without an example. */
  readonly missing: string[] = []

  constructor(named: Readonly<Record<string, JsonSchema>>) {
    this.#named = named
  }

  /**
   * The example of a schema is its own, or one for the name of its field, or made of those of its parts: of an object, the required fields
   * and others that have an example of their own; where there are none, all simple ones.
   */
  of(json: JsonSchema, path: string): unknown {
    if (json.example !== undefined) return json.example
    if (json.$ref !== undefined) return this.of(this.#named[referredName(json)] ?? {}, path)
    const byName = fieldExample(json, path)
    if (byName !== undefined) return byName
    if (json.enum) return json.enum[0]
    const variant = [...(json.oneOf ?? []), ...(json.anyOf ?? [])].find(({ type }) => type !== 'null')
    if (variant) return this.of(variant, path)
    const type = Array.isArray(json.type) ? json.type[0] : json.type
    switch (type) {
      case 'object':
        return this.#ofObject(json, path)
      case 'array':
        return json.items && json.maxItems !== 0 ? [this.of(json.items, path)] : []
      case 'string':
        return formats[String(json.format)] ?? this.#missing(path)
      case 'number':
      case 'integer':
        return json.default ?? Math.max(Number(json.minimum ?? 1), 1)
      case 'boolean':
        return false
      case 'null':
        return null
      default:
        return this.#missing(path)
    }
  }

  #ofObject({ properties = {}, required = [] }: JsonSchema, path: string): unknown {
    const fields = Object.entries(properties)
    const shown = fields.filter(([name, { example }]) => required.includes(name) || example !== undefined)
    const simple = fields.filter(([, { type }]) => type !== undefined && type !== 'object' && type !== 'array')
    const chosen = shown.length > 0 ? shown : simple
    return Object.fromEntries(chosen.map(([name, field]) => [name, this.of(field, `${path}.${name}`)]))
  }

  #missing(path: string): string {
    this.missing.push(path)
    return 'text'
  }
}

/** Of a text, number or flag, by the end of its path; ids have one in common. */
function fieldExample({ type, enum: values, format, anyOf, oneOf }: JsonSchema, path: string): unknown {
  if (values || format === 'date-time' || anyOf || oneOf) return undefined
  const names = path.split('.')
  const ends = names.map((_, index) => names.slice(index).join('.'))
  const known = ends.find((end) => Object.hasOwn(fieldExamples, end)) ?? (/Id$/.test(path) ? 'id' : '')
  const example = fieldExamples[known]
  const fits = type === undefined || [type].flat().some((one) => one === typeof example || isNumber(one, example))
  return fits ? example : undefined
}

const isNumber = (type: string, example: unknown): boolean => type === 'integer' && typeof example === 'number'

const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-03-05T14:12:31.000Z',
  date: '2026-03-05',
  email: 'ada@example.com',
  uri: 'https://bots.example.com/api/files/8f3k2m',
  binary: '(bytes)',
}
