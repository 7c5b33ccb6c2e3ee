import { type BlockContext, type CompiledFlow, type Effectful, perform } from '@colloquy/engine'
import {
  argumentsFor,
  type GivenFunction,
  type JsonSchema,
  type KnowledgePassage,
  type ModelTool,
  runnableTools,
  type ToolCall,
  unusedName,
} from '@colloquy/flow/integrations'
import { runTool } from '../integration/run-tool.js'

/** A tool that the author configured, as the block receives it. */
export type GivenTool =
  | (GivenFunction & { readonly type: 'Function' } & AskingTool)
  | ({
      readonly type: 'Run a block'
      readonly name: string
      readonly description?: string
      readonly blockId: string
      readonly parameters?: readonly { variableId: string; description?: string; required: boolean }[]
    } & AskingTool)
  | {
      readonly type: 'Go to a group'
      readonly name: string
      readonly description?: string
      readonly groupId: string
      readonly comesBack: boolean
      readonly returned?: readonly { variableId: string }[]
    }
  | {
      readonly type: 'Set a variable'
      readonly variableId: string
      readonly description?: string
      readonly values?: readonly string[]
    }
  | {
      readonly type: 'Search knowledge'
      readonly name: string
      readonly description?: string
      readonly knowledgeBaseId: string
    }
  | { readonly type: 'MCP server'; readonly credentialsId: string; readonly tools?: readonly PickedTool[] }

interface AskingTool {
  readonly asksFirst?: boolean
  /** The name by which the visitor is asked; by default the name of the tool. */
  readonly displayName?: string
}

/** A tool of a server, as the author picked it. */
export interface PickedTool extends AskingTool {
  readonly name: string
  readonly description?: string
  readonly schema?: unknown
  readonly hash: string
}

/** A tool as it is described to the model, and what a call of it does. */
export type AgentTool = {
  readonly tool: ModelTool
  /** The author's name of the tool for visitors, or else the author's other name; only if it asks first. */
  readonly asksFor?: string | undefined
} & (
  | {
      readonly does: 'run'
      /** Returns what is passed to the model. Failures are results, too. */
      run(call: ToolCall): Effectful<string>
    }
  | {
      readonly does: 'go'
      readonly groupId: string
      readonly comesBack: boolean
      readonly returned: readonly string[]
    }
  | { readonly does: 'finish' | 'hand over' }
)

export type AgentTools = ReadonlyMap<string, AgentTool>

/** The parameter in which a model words the question to the visitor. */
export const questionName = 'question_to_visitor'

/** Maximum number of passages per search, and their minimum score, as in blocks. */
const maxPassages = 6
const minMatch = 0.15

/** The tools of an agent by the names that the model uses, including the built-in ones. */
export function* toolsOf(
  given: readonly GivenTool[],
  { finishWhen, canHandOver }: { finishWhen: string | undefined; canHandOver: boolean },
  context: BlockContext,
): Effectful<AgentTools> {
  const tools = new Map<string, AgentTool>()
  const add = (name: string, more: { description?: string | undefined; parameters: JsonSchema }, does: Does): void => {
    const safe = unusedName(name, /[^\w-]/g, tools)
    const { description, parameters } = more
    const asked = 'asksFor' in does && does.asksFor !== undefined ? withQuestion(parameters) : parameters
    tools.set(safe, { ...does, tool: { name: safe, ...(description && { description }), parameters: asked } })
  }
  for (const tool of given) {
    switch (tool.type) {
      case 'Function':
        for (const runnable of runnableTools([tool]).values())
          add(runnable.tool.name, runnable.tool, {
            does: 'run',
            asksFor: asksFor(tool),
            run: (call) => runFunction(runnable, call, context),
          })
        break
      case 'Run a block':
        add(
          tool.name,
          { description: tool.description, parameters: parametersOf(tool.parameters ?? [], context) },
          { does: 'run', asksFor: asksFor(tool), run: (call) => runBlockOf(tool, call, context) },
        )
        break
      case 'Go to a group':
        add(
          tool.name,
          { description: tool.description, parameters: noParameters },
          {
            does: 'go',
            groupId: tool.groupId,
            comesBack: tool.comesBack,
            returned: (tool.returned ?? []).map(({ variableId }) => variableId),
          },
        )
        break
      case 'Set a variable': {
        const name = context.variableName(tool.variableId)
        if (name === undefined) break
        const value = { type: 'string', ...(tool.values && { enum: tool.values }) }
        const description = `Keeps the value of "${name}". ${tool.description ?? ''}`.trim()
        add(
          `set_${name}`,
          { description, parameters: objectOf({ value }, ['value']) },
          {
            does: 'run',
            run: (call) => setVariable(tool, call, context),
          },
        )
        break
      }
      case 'Search knowledge':
        add(
          tool.name,
          {
            description: tool.description ?? 'Finds passages of the documents that answer a question.',
            parameters: objectOf({ question: { type: 'string' } }, ['question']),
          },
          { does: 'run', run: (call) => search(tool.knowledgeBaseId, call, context) },
        )
        break
      case 'MCP server':
        for (const picked of yield* offeredTools(tool, context)) {
          const { name, displayName } = picked
          add(
            name,
            { description: picked.description, parameters: schemaOf(picked.schema) },
            {
              does: 'run',
              asksFor: asksFor({ name, displayName: context.expand(displayName), asksFirst: picked.asksFirst ?? true }),
              run: (call) => callServer(tool.credentialsId, picked, call, context),
            },
          )
        }
        break
    }
  }
  add('finish', { description: whenToFinish(finishWhen), parameters: noParameters }, { does: 'finish' })
  if (canHandOver) add('hand_over', { description: whenToHandOver, parameters: noParameters }, { does: 'hand over' })
  return tools
}

const asksFor = ({ asksFirst, displayName, name }: AskingTool & { name: string }): string | undefined =>
  asksFirst ? displayName || name : undefined

type WithoutTool<T> = T extends unknown ? Omit<T, 'tool'> : never
type Does = WithoutTool<AgentTool>

/** Read by models, not by authors. */
const whenToFinish = (when = 'the user needs nothing more'): string =>
  `Ends the conversation with you. Say what you want to say before. Call it when: ${when}`
const whenToHandOver =
  'Hands the conversation over to a person. Call it when the user asks for a person, or when neither you nor your tools can help.'

const objectOf = (properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

const noParameters = objectOf({}, [])

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Removes `$schema`: models do not need the dialect, and some services reject it. */
function schemaOf(schema: unknown): JsonSchema {
  if (!isObject(schema)) return noParameters
  const { $schema: _, ...rest } = schema
  return rest as JsonSchema
}

/** Adds the question to the visitor, which is asked before the tool runs, to the parameters. */
function withQuestion(schema: JsonSchema): JsonSchema {
  const { properties, required } = schema
  const question = {
    type: 'string',
    description: 'Question to the user before this is done, in their language: "Shall I ...?"',
  }
  return {
    ...schema,
    properties: { ...(isObject(properties) ? (properties as JsonSchema) : {}), [questionName]: question },
    required: [...(Array.isArray(required) ? required : []), questionName],
  }
}

/** Arguments of a call without the question; undefined unless they are a JSON object. */
export function argumentsOf({ input }: ToolCall): Record<string, unknown> | undefined {
  try {
    const given: unknown = JSON.parse(input.trim() || '{}')
    if (!isObject(given)) return undefined
    const { [questionName]: _, ...values } = given
    return values
  } catch {
    return undefined
  }
}

export const questionIn = ({ input }: ToolCall): string | undefined => {
  try {
    const given: unknown = JSON.parse(input)
    const question = isObject(given) ? given[questionName] : undefined
    return typeof question === 'string' && question.trim() !== '' ? question.trim() : undefined
  } catch {
    return undefined
  }
}

/** A failure as it is passed to the model. */
export const problem = (description: string): string => JSON.stringify({ error: description })

const noObject = problem('The arguments are not a JSON object.')

function* runFunction(
  runnable: Parameters<typeof argumentsFor>[0] & { code: string; tool: ModelTool },
  { input }: ToolCall,
  context: BlockContext,
): Effectful<string> {
  const values = argumentsFor(runnable, input)
  if (!values) return noObject
  const outcome = yield* runTool(runnable.code, values, context)
  if (outcome.ok) return outcome.text
  logFailure(runnable.tool.name, outcome.problem, context)
  return problem(outcome.problem)
}

type RunTool = Extract<GivenTool, { type: 'Run a block' }>

const parameterName = (variableId: string, context: BlockContext): string =>
  (context.variableName(variableId) ?? variableId).replace(/[^\w-]/g, '_').slice(0, 64)

function parametersOf(parameters: NonNullable<RunTool['parameters']>, context: BlockContext): JsonSchema {
  const properties = Object.fromEntries(
    parameters.map(({ variableId, description }) => [
      parameterName(variableId, context),
      { type: 'string', ...(description && { description }) },
    ]),
  )
  const required = parameters.filter((one) => one.required).map(({ variableId }) => parameterName(variableId, context))
  return objectOf(properties, required)
}

function* runBlockOf(
  { name, blockId, parameters = [] }: RunTool,
  call: ToolCall,
  context: BlockContext,
): Effectful<string> {
  const values = argumentsOf(call)
  if (!values) return noObject
  const given = parameters.flatMap(({ variableId, required }) => {
    const value = values[parameterName(variableId, context)]
    return value === undefined && !required ? [] : [{ id: variableId, value }]
  })
  const missing = given.filter(({ value }) => value === undefined || value === null)
  if (missing.length > 0) return problem(`Missing: ${missing.map(({ id }) => parameterName(id, context)).join(', ')}.`)
  context.assign(given)
  const run = yield* context.runBlock(blockId)
  if (!run.ok) {
    logFailure(name, run.problem, context)
    return problem(run.problem)
  }
  return JSON.stringify({ done: true, ...Object.fromEntries(run.updates.map((one) => [one.name, one.value])) })
}

/** Values of variables by name. */
export const valuesOf = (variableIds: readonly string[], context: BlockContext): Record<string, unknown> =>
  Object.fromEntries(
    variableIds.flatMap((id) => {
      const name = context.variableName(id)
      return name === undefined ? [] : [[name, context.value(id) ?? null]]
    }),
  )

// biome-ignore lint/correctness/useYield: tools may yield effects; this one does not
function* setVariable(
  { variableId, values }: Extract<GivenTool, { type: 'Set a variable' }>,
  call: ToolCall,
  context: BlockContext,
): Effectful<string> {
  const value = argumentsOf(call)?.value
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
  if (text === undefined) return problem('There is no value.')
  if (values && !values.includes(text)) return problem(`The value must be one of: ${values.join(', ')}.`)
  context.assign([{ id: variableId, value: text }])
  return JSON.stringify({ done: true })
}

function* search(baseId: string, call: ToolCall, context: BlockContext): Effectful<string> {
  const question = argumentsOf(call)?.question
  const query = typeof question === 'string' ? question.trim() : ''
  if (query === '') return problem('There is no question.')
  const sentQuery = context.masked(query) ?? ''
  const request = { baseId, query, limit: maxPassages, ...(sentQuery !== query && { sentQuery }) }
  const outcome = yield* perform({ kind: 'knowledge', request })
  if (outcome.answer === 'failed') return problem(outcome.reason)
  if (outcome.problem) log('info', `passages were found by words only. ${outcome.problem}`, context)
  const passages = outcome.passages.filter(({ score }) => score >= minMatch)
  if (passages.length === 0) context.noteUnanswered(baseId, query)
  return JSON.stringify({ passages: passages.map(passageForModel) })
}

const passageForModel = ({ title, url, text }: KnowledgePassage) => ({ title, ...(url !== null && { url }), text })

type Server = Extract<GivenTool, { type: 'MCP server' }>

/**
 * Returns the tools of a server that have not changed since the author picked them. If a server does not answer, only its tools are
 * missing.
 */
function* offeredTools({ credentialsId, tools = [] }: Server, context: BlockContext): Effectful<PickedTool[]> {
  if (tools.length === 0) return []
  const { outcome } = yield* perform({ kind: 'mcp', request: { ask: 'tools', credentialsId } })
  if (outcome.answer !== 'tools') {
    const reason = outcome.answer === 'failed' ? outcome.reason : 'it did not list its tools'
    const names = tools.map(({ name }) => `"${name}"`).join(', ')
    log('error', `the tools ${names} are not offered: ${reason}`, context)
    return []
  }
  const hashes = new Map(outcome.tools.map(({ name, hash }) => [name, hash]))
  return tools.filter(({ name, hash }) => {
    if (hashes.get(name) === hash) return true
    const why = hashes.has(name) ? 'has changed on its server since it was picked' : 'is gone from its server'
    log('error', `the tool "${name}" ${why}, and is not offered.`, context)
    return false
  })
}

function* callServer(
  credentialsId: string,
  { name, hash }: PickedTool,
  call: ToolCall,
  context: BlockContext,
): Effectful<string> {
  const values = argumentsOf(call)
  if (!values) return noObject
  const { outcome } = yield* perform({
    kind: 'mcp',
    request: { ask: 'call', credentialsId, tool: name, hash, input: JSON.stringify(values) },
  })
  if (outcome.answer === 'result') return outcome.isError ? problem(outcome.text) : outcome.text
  const reason = outcome.answer === 'failed' ? outcome.reason : 'The server did not answer.'
  logFailure(name, reason, context)
  return problem(reason)
}

const logFailure = (name: string, reason: string, context: BlockContext): void =>
  log('error', `the tool "${name}" failed: ${reason}`, context)

const log = (status: 'error' | 'info', text: string, context: BlockContext): void =>
  context.log('service-answer', { status, description: `AI agent: ${text}`, isPrivate: true })

/** True if the flow has the group of a tool. */
export const groupOf = (compiledFlow: CompiledFlow, groupId: string): boolean => compiledFlow.groupById.has(groupId)
