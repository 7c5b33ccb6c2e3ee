import { code, flag, text, texts, variants } from '../../fields/fields.js'
import { jsonOf } from '../read.js'
import type { JsonSchema, ModelTool } from './model-call.js'

const named = {
  name: text({
    label: 'Name',
    isRequired: true,
    names: {
      pattern: /^[\w.-]{1,64}$/,
      help: 'Name the parameter with up to 64 letters, digits and the signs _ . - only: models get another name for this one.',
    },
  }),
  description: text({ label: 'Description' }),
}
const required = { required: flag({ label: 'Required', default: true }) }
const simple = { ...named, ...required }

/** Parameters of a function. */
const parameters = variants({
  label: 'Parameters',
  key: 'type',
  isList: true,
  fallback: 'string',
  variants: {
    string: simple,
    number: simple,
    boolean: simple,
    enum: { ...named, values: texts({ label: 'Values', isRequired: true }), ...required },
  },
})

/** A function that the model may call; its code runs in the script sandbox. */
export const functionFields = {
  name: text({
    label: 'Name',
    isRequired: true,
    names: {
      pattern: /^[\w-]{1,64}$/,
      help: 'Name the tool with up to 64 letters, digits and the signs _ - only: models get another name for this one.',
    },
  }),
  description: text({ label: 'Description', isLong: true }),
  parameters,
  code: code({
    label: 'Code',
    help: 'The parameters are variables here. Return what the model is to know; setVariable(name, value) sets a variable of the bot.',
    isRequired: true,
  }),
}

/** The option with the tools of a chat completion. */
export const tools = variants({
  label: 'Tools',
  key: 'type',
  isList: true,
  fallback: 'function',
  variants: { function: functionFields },
})

interface GivenParameter {
  readonly type: 'string' | 'number' | 'boolean' | 'enum'
  readonly name: string
  readonly description?: string
  readonly required: boolean
  readonly values?: readonly string[]
}

/** A function, when the block runs. */
export interface GivenFunction {
  readonly name: string
  readonly description?: string
  readonly parameters?: readonly GivenParameter[]
  readonly code: string
}

/** A function as described to a model, and the code to run with the arguments under their own names. */
export interface RunnableTool {
  readonly tool: ModelTool
  readonly code: string
  /** Names given by the author, by the names used in the protocol. */
  readonly parameterNames: ReadonlyMap<string, string>
}

/** Functions by the names used in the protocol; if two have the same name, the last one counts. */
export function runnableTools(given: readonly GivenFunction[]): Map<string, RunnableTool> {
  const byName = new Map(given.map((one) => [one.name, one]))
  const found = new Map<string, RunnableTool>()
  for (const { name, description, parameters = [], code } of byName.values()) {
    const parameterNames = new Map<string, string>()
    const properties: Record<string, JsonSchema> = {}
    const requiredNames: string[] = []
    for (const parameter of parameters) {
      const safe = unusedName(parameter.name, /[^\w.-]/g, parameterNames)
      parameterNames.set(safe, parameter.name)
      properties[safe] = parameterSchema(parameter)
      if (parameter.required) requiredNames.push(safe)
    }
    const schema = { type: 'object', properties, required: requiredNames, additionalProperties: false }
    const safeName = unusedName(name, /[^\w-]/g, found)
    const tool = { name: safeName, ...(description && { description }), parameters: schema }
    found.set(safeName, { tool, code, parameterNames })
  }
  return found
}

/** Read by models, not by authors. */
const whenToHandOver =
  'Hands the conversation over to a person. Call it when the user asks for a person, or when neither you nor your tools can help.'

/**
 * The tool with which a model hands the conversation over to a person, under a name that no function has. It is not run: calling it ends
 * the conversation with the model.
 */
export const handOverTool = (others: ReadonlyMap<string, RunnableTool>): ModelTool => ({
  name: unusedName('hand_over', /[^\w-]/g, others),
  description: whenToHandOver,
  parameters: { type: 'object', properties: {}, required: [], additionalProperties: false },
})

const parameterSchema = ({ type, description, values }: GivenParameter): JsonSchema => ({
  ...(type === 'enum' ? { type: 'string', enum: values ?? [] } : { type }),
  ...(description && { description }),
})

/** A name that protocols accept: from a small set of characters, at most 64 of them, and unused. */
export function unusedName(name: string, unsafe: RegExp, taken: ReadonlyMap<string, unknown>): string {
  const safe = name.trim().replace(unsafe, '_').slice(0, 64) || '_'
  if (!taken.has(safe)) return safe
  for (let number = 2; ; number++) {
    const next = `${safe.slice(0, 60)}_${number}`
    if (!taken.has(next)) return next
  }
}

/** The arguments from the model, under the names of the parameters; undefined unless they are a JSON object. */
export function argumentsFor({ parameterNames }: RunnableTool, input: string): Record<string, unknown> | undefined {
  const given = jsonOf(input.trim() || '{}')
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
  const values = given as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    [...parameterNames].map(([safe, name]) => [name, Object.hasOwn(values, safe) ? values[safe] : undefined]),
  )
}
