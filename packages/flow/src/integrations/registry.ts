import { anthropic } from './anthropic.js'
import { blink } from './blink.js'
import { calCom } from './cal-com.js'
import { chatNode } from './chat-node.js'
import { deepSeek } from './deepseek.js'
import type { Action, Integration } from './define.js'
import { dify } from './dify.js'
import { elevenLabs } from './elevenlabs.js'
import { gmail } from './gmail.js'
import { googleSheets } from './google-sheets.js'
import { groq } from './groq.js'
import { knowledge } from './knowledge.js'
import { mistral } from './mistral.js'
import { nocodb } from './nocodb.js'
import { openRouter } from './open-router.js'
import { openAi } from './openai.js'
import { perplexity } from './perplexity.js'
import { posthog } from './posthog.js'
import { qrCode } from './qr-code.js'
import { segment } from './segment.js'
import { togetherAi } from './together-ai.js'
import { zendesk } from './zendesk.js'

/** Compiles only if each definition is listed under its own type. */
const byType = <const D extends { readonly [T in keyof D]: Integration<T & string> }>(definitions: D): D => definitions

/** Every integration, by the type of its block. */
export const integrations = byType({
  'Google Sheets': googleSheets,
  gmail,
  openai: openAi,
  anthropic,
  mistral,
  groq,
  'together-ai': togetherAi,
  'open-router': openRouter,
  perplexity,
  deepseek: deepSeek,
  'knowledge-search': knowledge,
  'dify-ai': dify,
  elevenlabs: elevenLabs,
  'chat-node': chatNode,
  'cal-com': calCom,
  'qr-code': qrCode,
  nocodb,
  posthog,
  segment,
  zendesk,
  blink,
})

/** An app defines the model and its abilities itself. */
const isApp = ({ models }: Integration): boolean => models === 'dify'

/** Types of blocks that call a service. */
export type IntegrationType = keyof typeof integrations

export const integrationTypes = Object.keys(integrations) as IntegrationType[]

export const isIntegration = (type: string): type is IntegrationType => Object.hasOwn(integrations, type)

/** The definition of a type of block, if it has one. */
export const integrationOf = (type: string): Integration | undefined =>
  isIntegration(type) ? integrations[type] : undefined

/** True if a service passes data to a language model or a voice. */
export function servesModels(type: string): boolean {
  const { models, embeds, isModel }: Partial<Integration> = integrationOf(type) ?? {}
  return models !== undefined || embeds === true || isModel === true
}

/** The integration whose blocks use credentials of a type, if any. */
export const integrationOfCredentials = (credentialsType: string): IntegrationType | undefined =>
  integrationTypes.find((type) => {
    const { credentials }: Integration = integrations[type]
    return credentials !== undefined && (credentials.type ?? type) === credentialsType
  })

/** The type of the credentials that an integration uses. */
export const credentialsTypeOf = (type: IntegrationType): string => {
  const { credentials }: Integration = integrations[type]
  return credentials?.type ?? type
}

/** The action by which a service's models answer messages and call functions, if they can. */
export const chatActionOf = (type: string): string | undefined =>
  Object.entries(integrationOf(type)?.actions ?? {}).find(
    ([, { asksModel, streams, options }]) => asksModel && streams && options.tools && !options.tools.isHidden,
  )?.[0]

/** Services whose models answer messages and call functions. */
export const agentServices: readonly IntegrationType[] = integrationTypes.filter(
  (type) => chatActionOf(type) !== undefined && !isApp(integrations[type]),
)
/** True if the service of credentials of this type can embed texts. */
export const embedsTexts = (credentialsType: string): boolean => {
  const type = integrationOfCredentials(credentialsType)
  return type !== undefined && integrationOf(type)?.embeds === true
}

/** The action of a block, if it is known. */
export const actionOf = (type: string, action: unknown): Action | undefined => {
  const actions: Readonly<Record<string, Action>> = integrationOf(type)?.actions ?? {}
  return typeof action === 'string' && Object.hasOwn(actions, action) ? actions[action] : undefined
}

/** All options of an action, starting with those that all actions have. */
export const optionsOf = ({ base, options }: Action) => ({ ...base, ...options })
