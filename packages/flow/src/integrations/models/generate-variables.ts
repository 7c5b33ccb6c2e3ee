import type { Action, ActionContext } from '../define.js'
import { action } from '../define.js'
import { type Fields, flag, saveIn, text, texts, variants } from '../fields.js'
import { addressOf, modelField } from './chat-completion.js'
import { ask, modelExits } from './converse.js'
import { type ExtractedValue, faultsOf, type Property, readAnswer, schemaOf } from './extraction.js'
import { messageOf } from './messages.js'
import type { ModelCall } from './model-call.js'
import { modelList } from './model-lists.js'

const entry = {
  variableId: saveIn({ label: 'Save in', isRequired: true }),
  description: text({ label: 'Description', help: 'What the value is, and how it looks.' }),
  isRequired: flag({ label: 'Required', default: true }),
}

const variablesToExtract = variants({
  label: 'Variables',
  isRequired: true,
  key: 'type',
  isList: true,
  variants: {
    string: entry,
    number: entry,
    boolean: entry,
    array: entry,
    enum: { ...entry, values: texts({ label: 'Values', isRequired: true }) },
  },
})

/** "Generate variables": values of declared types from a text. */
export const generateVariables = ({ base, lists = modelList() }: GenerateOptions = {}): Action =>
  action({
    ...(base && { base }),
    options: {
      model: modelField(),
      prompt: text({ label: 'Prompt', isLong: true, isRequired: true }),
      variablesToExtract,
    },
    lists,
    asksModel: true,
    exits: modelExits,
    run: extract,
  })

interface GenerateOptions {
  base?: Fields
  lists?: NonNullable<Action['lists']>
}

interface Given {
  readonly model: string
  readonly prompt: string
  readonly variablesToExtract: readonly Omit<Property, 'name' | 'key'>[]
  readonly baseUrl?: string
  readonly apiVersion?: string
}

/** Asks for an object with all values, once more where the first one has faults, and stores what is right. */
function* extract<E, N>(given: Given, context: ActionContext<E, N>): Generator<E, void, N> {
  const { prompt, variablesToExtract, baseUrl, apiVersion } = given
  const model = given.model.trim()
  const properties = variablesToExtract.flatMap((one, index): Property[] => {
    const name = context.variableName(one.variableId)
    return name === undefined ? [] : [{ ...one, name, key: `v${index + 1}` }]
  })
  if (properties.length === 0) return context.fail('none of its variables exists in this bot.')
  const schema = schemaOf(properties)
  const call: ModelCall = {
    model,
    messages: [{ role: 'system', text: instructions(schema) }, messageOf('user', prompt, false)],
    schema,
    ...addressOf({ baseUrl, apiVersion }),
  }
  const first = yield* ask(call, context)
  if (!first) return
  let last = first
  let read = readAnswer(first.text, properties)
  if (faultsOf(read).length > 0) {
    const said = [
      { role: 'assistant', text: first.text || '{}' } as const,
      messageOf('user', repair(faultsOf(read)), false),
    ]
    const second = yield* ask({ ...call, messages: [...call.messages, ...said] }, context)
    if (second) {
      last = second
      read = better(read, readAnswer(second.text, properties))
    }
  }
  for (const { property, value } of read) if (value !== undefined) context.save(property.variableId, value)
  const missing = read.filter(({ fault }) => fault !== undefined).map(({ property }) => property.name)
  if (missing.length === 0) return
  const isCut = last.finish === 'length'
  const why = isCut ? ' The limit of tokens was reached first.' : ''
  context.fail(`${model} gave no valid value for: ${missing.join(', ')}.${why} These variables keep their values.`, {
    on: 'no-answer',
    cause: isCut ? 'cut' : 'incomplete',
  })
}

/** The second answer, with values of the first one where the second has none. */
const better = (first: ExtractedValue[], second: ExtractedValue[]): ExtractedValue[] =>
  second.map((value, index) => (value.fault === undefined ? value : (first[index] ?? value)))

const instructions = (schema: object): string =>
  `Answer with one JSON object and nothing else. It has to match this JSON Schema: ${JSON.stringify(schema)}. Use null for a value that is not known and may be null.`

const repair = (faults: string[]): string =>
  `That object is not right:\n${faults.map((fault) => `- ${fault}`).join('\n')}\nAnswer with the whole corrected JSON object and nothing else.`
