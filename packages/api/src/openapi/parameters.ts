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

/** Moves parameters that several operations share into components, one for each name, and replaces them with references. */
export function sharedParameters(operations: readonly Operation[]): Record<string, Parameter> {
  const uses = new Map<string, { parameter: Parameter; count: number }>()
  for (const parameter of operations.flatMap(ownParameters)) {
    const key = JSON.stringify(parameter)
    uses.set(key, { parameter, count: (uses.get(key)?.count ?? 0) + 1 })
  }
  const shared = new Map<string, string>()
  const named: Record<string, Parameter> = {}
  for (const [key, { parameter, count }] of [...uses].sort(([, one], [, other]) => other.count - one.count)) {
    if (count === 1 || named[parameter.name]) continue
    named[parameter.name] = parameter
    shared.set(key, `#/components/parameters/${parameter.name}`)
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
