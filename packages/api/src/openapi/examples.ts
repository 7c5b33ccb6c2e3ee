import { referredName } from './components.js'
import { fieldExamples } from './field-examples.js'
import type { JsonSchema } from './json-schema.js'

/** Builds examples from schemas and records the fields for which it has none. */
export class Examples {
  readonly #named: Readonly<Record<string, JsonSchema>>
  /** Paths of strings without an example. */
  readonly missing: string[] = []

  constructor(named: Readonly<Record<string, JsonSchema>>) {
    this.#named = named
  }

  /**
   * Returns the example of the schema, else the one for its field name, else one composed from its parts: for an object, the required
   * fields and those with an explicit example, or all simple fields when there are none.
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

/** Returns the example of a string, number or boolean by the end of its path; all ids share one. */
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
