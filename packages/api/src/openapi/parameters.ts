import { capitalized } from '../capitalized.js'
import type { Endpoint } from '../endpoint.js'
import type { Components } from './components.js'
import { fieldExamples } from './field-examples.js'
import type { JsonSchema } from './json-schema.js'
import { parameterDescriptions } from './parameter-descriptions.js'

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonSchema
  readonly example?: unknown
}

interface Operation {
  readonly operationId: string
  parameters?: (Parameter | { $ref: string })[]
}

/** The parameters of an operation. One without a description uses the one listed for its name. */
export function describeParameters(endpoint: Endpoint, components: Components): Parameter[] {
  const inPath = parametersIn('path', endpoint, components)
  return [
    ...inPath,
    ...parametersIn('query', endpoint, components),
    ...(endpoint.takesIdempotencyKey ? [idempotencyKey] : []),
  ]
}

function parametersIn(location: 'path' | 'query', endpoint: Endpoint, components: Components): Parameter[] {
  const shape = location === 'path' ? endpoint.params : endpoint.query
  if (!shape) return []
  const { properties = {}, required = [] } = components.describe(shape, 'input')
  return Object.entries(properties).map(([name, { description = parameterDescriptions[name], ...schema }]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema,
    ...(location === 'path' && { example: fieldExamples[name] ?? fieldExamples.id }),
  }))
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A request with the same key and body gets the stored answer and runs nothing again',
  schema: { type: 'string', maxLength: 255 },
}

/**
 * Moves parameters that several operations share into components, and replaces them with references. Of parameters with one name, the one
 * that is used most has this name there; others begin with the first operation that has them: `listContactsFilters`.
 */
export function sharedParameters(operations: readonly Operation[]): Record<string, Parameter> {
  const uses = new Map<string, { parameter: Parameter; first: string; count: number }>()
  for (const operation of operations) {
    for (const parameter of ownParameters(operation)) {
      const key = JSON.stringify(parameter)
      const { first = operation.operationId, count = 0 } = uses.get(key) ?? {}
      uses.set(key, { parameter, first, count: count + 1 })
    }
  }
  const shared = new Map<string, string>()
  const named: Record<string, Parameter> = {}
  for (const [key, { parameter, first, count }] of [...uses].sort(([, one], [, other]) => other.count - one.count)) {
    if (count === 1) continue
    const name = named[parameter.name] ? `${first}${capitalized(parameter.name)}` : parameter.name
    named[name] = parameter
    shared.set(key, `#/components/parameters/${name}`)
  }
  for (const operation of operations) {
    operation.parameters = operation.parameters?.map((parameter) => {
      const $ref = shared.get(JSON.stringify(parameter))
      return $ref === undefined ? parameter : { $ref }
    })
  }
  return named
}

const ownParameters = ({ parameters = [] }: Operation): Parameter[] =>
  parameters.filter((parameter): parameter is Parameter => 'name' in parameter)
