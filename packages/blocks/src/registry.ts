import type { AnyRuntime, BlockRegistry, BlockRuntime } from '@colloquy/engine'
import { type BlockType, definitionOf, nativeTypes, type PromptedType } from '@colloquy/flow'
import { type IntegrationType, integrationTypes } from '@colloquy/flow/integrations'
import { abTestRuntime } from './ab-test/runtime.js'
import { agentRuntime } from './agent/runtime.js'
import { audioRuntime } from './audio/runtime.js'
import { botLinkRuntime } from './bot-link/runtime.js'
import { cards } from './cards/runtime.js'
import { chatwootRuntime } from './chatwoot/runtime.js'
import { choiceInput } from './choice-input/runtime.js'
import { codeRuntime } from './code/runtime.js'
import { conditionRuntime } from './condition/runtime.js'
import { dateInput } from './date-input/runtime.js'
import { emailRuntime } from './email/runtime.js'
import { emailInput } from './email-input/runtime.js'
import { embedRuntime } from './embed/runtime.js'
import { fileInput } from './file-input/runtime.js'
import { googleAnalyticsRuntime } from './google-analytics/runtime.js'
import { httpRequest } from './http-request/runtime.js'
import { imageRuntime } from './image/runtime.js'
import { integrationRuntime } from './integration/runtime.js'
import { jumpRuntime } from './jump/runtime.js'
import { legacyOpenAiRuntime } from './legacy-openai/runtime.js'
import { numberInput } from './number-input/runtime.js'
import { paymentInput } from './payment-input/runtime.js'
import { personRuntime } from './person/runtime.js'
import { phoneNumberInput } from './phone-number-input/runtime.js'
import { pictureChoiceInput } from './picture-choice-input/runtime.js'
import { pixelRuntime } from './pixel/runtime.js'
import { promptRuntime } from './prompt/runtime.js'
import { ratingInput } from './rating-input/runtime.js'
import { redirectRuntime } from './redirect/runtime.js'
import { returnRuntime } from './return/runtime.js'
import { setVariableRuntime } from './set-variable/runtime.js'
import { startRuntime } from './start/runtime.js'
import { textRuntime } from './text/runtime.js'
import { textInput } from './text-input/runtime.js'
import { timeInput } from './time-input/runtime.js'
import { urlInput } from './url-input/runtime.js'
import { videoRuntime } from './video/runtime.js'
import { waitRuntime } from './wait/runtime.js'
import { webhookListenerRuntime } from './webhook-listener/runtime.js'

/** The runtimes of all block types that have neither service actions nor a reply reader in their definition. */
const runtimes: { readonly [T in Exclude<BlockType, IntegrationType | PromptedType>]: BlockRuntime<T> } = {
  text: textRuntime,
  image: imageRuntime,
  video: videoRuntime,
  audio: audioRuntime,
  embed: embedRuntime,
  'text input': textInput,
  'number input': numberInput,
  'email input': emailInput,
  'url input': urlInput,
  'date input': dateInput,
  'time input': timeInput,
  'phone number input': phoneNumberInput,
  'payment input': paymentInput,
  'rating input': ratingInput,
  'file input': fileInput,
  'choice input': choiceInput,
  'picture choice input': pictureChoiceInput,
  cards,
  agent: agentRuntime,
  'Set variable': setVariableRuntime,
  Condition: conditionRuntime,
  Redirect: redirectRuntime,
  Code: codeRuntime,
  'Bot link': botLinkRuntime,
  Wait: waitRuntime,
  'AB test': abTestRuntime,
  Jump: jumpRuntime,
  Return: returnRuntime,
  webhook: webhookListenerRuntime,
  person: personRuntime,
  start: startRuntime,
  Webhook: httpRequest('Webhook'),
  Zapier: httpRequest('Zapier'),
  'Make.com': httpRequest('Make.com'),
  Pabbly: httpRequest('Pabbly'),
  Email: emailRuntime,
  'Google Analytics': googleAnalyticsRuntime,
  Pixel: pixelRuntime,
  Chatwoot: chatwootRuntime,
  OpenAI: legacyOpenAiRuntime,
}

const isPrompted = (type: BlockType): boolean => definitionOf(type)?.read !== undefined

/** Every block that flows may contain, by its type. */
export const blockRegistry: BlockRegistry = new Map<string, AnyRuntime>([
  ...Object.values<AnyRuntime>(runtimes).map((runtime) => [runtime.type, runtime] as const),
  ...nativeTypes.filter(isPrompted).map((type) => [type, promptRuntime(type, definitionOf(type))] as const),
  ...integrationTypes.map((type) => [type, integrationRuntime(type)] as const),
])
