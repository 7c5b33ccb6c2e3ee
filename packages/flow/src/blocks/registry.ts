import { abTest } from './ab-test.js'
import { agent } from './agent.js'
import { audio } from './audio.js'
import { botLink } from './bot-link.js'
import { cards } from './cards.js'
import { chatwoot } from './chatwoot.js'
import { choiceInput } from './choice-input.js'
import { codeBlock } from './code.js'
import { conditionBlock } from './condition.js'
import { dateInput } from './date-input.js'
import type { BlockDefinition } from './define.js'
import { email } from './email.js'
import { emailInput } from './email-input.js'
import { embed } from './embed.js'
import { fileInput } from './file-input.js'
import { googleAnalytics } from './google-analytics.js'
import { httpRequest } from './http-request.js'
import { image } from './image.js'
import { jump } from './jump.js'
import { legacyOpenAi } from './legacy-openai.js'
import { makeCom } from './make-com.js'
import { numberInput } from './number-input.js'
import { pabbly } from './pabbly.js'
import { paymentInput } from './payment-input.js'
import { person } from './person.js'
import { phoneNumberInput } from './phone-number-input.js'
import { pictureChoiceInput } from './picture-choice-input.js'
import { pixel } from './pixel.js'
import { type Prompt, type PromptDefinition, prompts } from './prompts.js'
import { ratingInput } from './rating-input.js'
import { redirect } from './redirect.js'
import { returnBlock } from './return.js'
import { setVariable } from './set-variable.js'
import { start } from './start.js'
import { textBubble } from './text.js'
import { textInput } from './text-input.js'
import { timeInput } from './time-input.js'
import { urlInput } from './url-input.js'
import { video } from './video.js'
import { wait } from './wait.js'
import { webhookListener } from './webhook-listener.js'
import { zapier } from './zapier.js'

/** Every block with its own definition, in the order of the palette. Integration blocks are in `integrations/registry.ts`. */
const list = [
  textBubble,
  image,
  video,
  audio,
  embed,
  textInput,
  numberInput,
  emailInput,
  urlInput,
  dateInput,
  timeInput,
  phoneNumberInput,
  choiceInput,
  pictureChoiceInput,
  ratingInput,
  fileInput,
  paymentInput,
  cards,
  agent,
  setVariable,
  conditionBlock,
  redirect,
  codeBlock,
  botLink,
  wait,
  abTest,
  jump,
  returnBlock,
  webhookListener,
  person,
  start,
  httpRequest,
  email,
  googleAnalytics,
  pixel,
  chatwoot,
  zapier,
  makeCom,
  pabbly,
  legacyOpenAi,
] as const

type Listed = (typeof list)[number]

/** A type of block with its own definition. */
export type NativeType = Listed['type']

type NamesIn<S> = Extract<Listed, { section: S }>['type']

export type InputType = NamesIn<'input'>
/** Inputs that clients receive under their own type. */
export type ShownInputType = Exclude<InputType, Extract<Listed, { isShownAsOthers?: true }>['type']>
export type BubbleType = NamesIn<'bubble'>

/** Inputs without a runtime: their definition says how a reply is read. */
export type PromptedType = Extract<Listed, { reads?: true }>['type']

/** The prompt of inputs of a type, as far as the definition fixes it. */
export type PromptOf<T extends InputType> = NonNullable<Extract<Listed, { type: T }>['asks']>

/** A block of a type as a flow stores it. */
export type NativeBlock<T extends NativeType> = NonNullable<Extract<Listed, { type: T }>['stored']>

const byType: ReadonlyMap<string, BlockDefinition> = new Map(list.map((definition) => [definition.type, definition]))

/** All of them, in the order of the palette. */
export const definitions: readonly BlockDefinition[] = list

export const nativeTypes: readonly NativeType[] = list.map(({ type }) => type)

export const isNativeType = (type: string): type is NativeType => byType.has(type)

/** The definition of a block type, if it has its own. */
export const definitionOf = (type: string): BlockDefinition | undefined => byType.get(type)

const typesOf = <S extends BlockDefinition['section']>(section: S): readonly NamesIn<S>[] =>
  list.flatMap((definition) => (definition.section === section ? [definition.type as NamesIn<S>] : []))

/** Types of the blocks that show something. */
export const bubbleTypes = typesOf('bubble')

/** Types of the blocks that wait for an answer. */
export const inputTypes = typesOf('input')

const isShown = (type: InputType): type is ShownInputType => !definitionOf(type)?.isShownAsOthers

/** Types of the inputs that clients receive. */
export const shownInputTypes: readonly ShownInputType[] = inputTypes.filter(isShown)

/** True if a block may ask for a payment, itself or through the bot that it links to. */
export const mayAskForPayment = ({ type }: { type: string }): boolean => {
  return definitionOf(type)?.linkedBot !== undefined || promptOfType(type)?.isPayment === true
}

/** The definition of the prompt of a block type; undefined if it asks nothing. */
export function promptOfType(type: string): PromptDefinition | undefined {
  const asks = definitionOf(type)?.asks
  return asks && prompts[asks]
}

/** The prompt of an input. An unknown prompt, or one of an unknown type, counts as a choice if the input has items, else as text. */
export function promptOf({
  type,
  prompt,
  items,
}: {
  type: string
  prompt?: Prompt | undefined
  items?: readonly unknown[] | undefined
}): Prompt {
  const known = prompt !== undefined && Object.hasOwn(prompts, prompt) ? prompt : definitionOf(type)?.asks
  return known ?? (items?.length ? 'choice' : 'text')
}
