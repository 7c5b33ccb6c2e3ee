import * as z from 'zod'
import { comparisonOperatorSchema, logicalOperatorSchema } from '../condition.js'
import { numOrVar } from '../num-or-var.js'
import { blockShape, keyValues, optionalFlag, optionalText } from './block-shape.js'
import { responseVariableMapping } from './logic.js'

/** Methods that an HTTP request block may use. */
export const httpMethods = ['POST', 'GET', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'CONNECT', 'OPTIONS', 'TRACE'] as const

const httpRequestOptions = z
  .object({
    webhook: z
      .object({
        url: optionalText,
        method: z.enum(httpMethods).optional(),
        headers: keyValues,
        queryParams: keyValues,
        body: optionalText,
      })
      .optional(),
    isCustomBody: optionalFlag,
    isExecutedOnClient: optionalFlag,
    variablesForTest: z.array(z.object({ id: z.string(), variableId: optionalText, value: optionalText })).optional(),
    responseVariableMapping,
    timeout: z.number().min(1).max(120).optional(),
    proxyCredentialsId: optionalText,
  })
  .optional()

const sheet = { credentialsId: optionalText, spreadsheetId: optionalText, sheetId: optionalText }
const rowFilter = z
  .object({
    logicalOperator: logicalOperatorSchema.optional(),
    comparisons: z
      .array(
        z.object({
          id: z.string(),
          column: optionalText,
          comparisonOperator: comparisonOperatorSchema.optional(),
          value: optionalText,
        }),
      )
      .optional(),
  })
  .optional()
const cells = z.array(z.object({ id: z.string(), column: optionalText, value: optionalText })).optional()

const googleSheetsOptions = z.discriminatedUnion('action', [
  z.object({ ...sheet, action: z.undefined().optional() }),
  z.object({
    ...sheet,
    action: z.literal('Get data from sheet'),
    filter: rowFilter,
    cellsToExtract: z.array(z.object({ id: z.string(), column: optionalText, variableId: optionalText })).optional(),
    totalRowsToExtract: z.enum(['All', 'First', 'Last', 'Random']).optional(),
  }),
  z.object({ ...sheet, action: z.literal('Insert a row'), cellsToInsert: cells }),
  z.object({ ...sheet, action: z.literal('Update a row'), cellsToUpsert: cells, filter: rowFilter }),
])

const pixel = {
  pixelId: optionalText,
  isInitSkip: optionalFlag,
  params: z.array(z.object({ id: z.string(), key: optionalText, value: z.any().optional() })).optional(),
}

/** Events that the Pixel block knows by name. */
export const pixelEvents = [
  'Lead',
  'Contact',
  'CompleteRegistration',
  'Schedule',
  'SubmitApplication',
  'ViewContent',
  'AddPaymentInfo',
  'AddToCart',
  'AddToWishlist',
  'CustomizeProduct',
  'Donate',
  'FindLocation',
  'InitiateCheckout',
  'Purchase',
  'Search',
  'StartTrial',
  'Subscribe',
] as const

const legacyOpenAi = { credentialsId: optionalText, baseUrl: optionalText, apiVersion: optionalText }
const legacyMessage = z.discriminatedUnion('role', [
  z.object({
    id: z.string(),
    role: z.enum(['system', 'user', 'assistant']).optional(),
    content: optionalText,
    name: optionalText,
  }),
  z.object({
    id: z.string(),
    role: z.literal('Dialogue'),
    dialogueVariableId: optionalText,
    startsBy: z.enum(['user', 'assistant']).optional(),
  }),
  z.object({
    id: z.string(),
    role: z.literal('Messages sequence ✨'),
    content: z.object({ assistantMessagesVariableId: optionalText, userMessagesVariableId: optionalText }).optional(),
  }),
])

const legacyOpenAiOptions = z.discriminatedUnion('task', [
  z.object({ ...legacyOpenAi, task: z.undefined().optional() }),
  z.object({
    ...legacyOpenAi,
    task: z.literal('Create chat completion'),
    model: optionalText,
    messages: z.array(legacyMessage).optional(),
    advancedSettings: z.object({ temperature: numOrVar }).optional(),
    responseMapping: z
      .array(
        z.object({
          id: z.string(),
          valueToExtract: z.preprocess(
            (value) => value || 'Message content',
            z.enum(['Message content', 'Total tokens', 'Prompt tokens', 'Completion tokens']),
          ),
          variableId: optionalText,
        }),
      )
      .optional(),
  }),
  z.object({
    ...legacyOpenAi,
    task: z.literal('Create speech'),
    model: optionalText,
    input: optionalText,
    voice: z.enum(['alloy', 'echo', 'fable', 'onyx', 'nova', 'shimmer']).optional(),
    saveUrlInVariableId: optionalText,
  }),
  z.object({
    ...legacyOpenAi,
    task: z.literal('Create image'),
    prompt: optionalText,
    advancedOptions: z.object({ size: z.enum(['256x256', '512x512', '1024x1024']).optional() }),
    responseMapping: z.array(
      z.object({ id: z.string(), valueToExtract: z.literal('Image URL'), variableId: optionalText }),
    ),
  }),
])

/** Schemas of the built-in blocks that talk to other services. */
export const integrationSchemas = {
  Webhook: blockShape('Webhook', { options: httpRequestOptions }),
  Zapier: blockShape('Zapier', { options: httpRequestOptions }),
  'Make.com': blockShape('Make.com', { options: httpRequestOptions }),
  Pabbly: blockShape('Pabbly', { options: httpRequestOptions }),
  Email: blockShape('Email', {
    options: z
      .object({
        credentialsId: optionalText,
        isCustomBody: optionalFlag,
        isBodyCode: optionalFlag,
        recipients: z.array(z.string()).optional(),
        cc: z.array(z.string()).optional(),
        bcc: z.array(z.string()).optional(),
        subject: optionalText,
        body: optionalText,
        replyTo: optionalText,
        attachmentsVariableId: optionalText,
      })
      .optional(),
  }),
  'Google Sheets': blockShape('Google Sheets', { options: googleSheetsOptions.optional() }),
  'Google Analytics': blockShape('Google Analytics', {
    options: z
      .object({
        trackingId: optionalText,
        category: optionalText,
        action: optionalText,
        label: optionalText,
        sendTo: optionalText,
        value: numOrVar,
      })
      .optional(),
  }),
  Pixel: blockShape('Pixel', {
    options: z
      .discriminatedUnion('eventType', [
        z.object({ ...pixel, eventType: z.undefined().optional() }),
        z.object({ ...pixel, eventType: z.literal('Custom'), name: optionalText }),
        z.object({ ...pixel, eventType: z.enum(pixelEvents) }),
      ])
      .optional(),
  }),
  Chatwoot: blockShape('Chatwoot', {
    options: z
      .object({
        task: z.enum(['Show widget', 'Close widget']).optional(),
        baseUrl: optionalText,
        websiteToken: optionalText,
        user: z
          .object({
            id: optionalText,
            email: optionalText,
            name: optionalText,
            avatarUrl: optionalText,
            phoneNumber: optionalText,
          })
          .optional(),
      })
      .optional(),
  }),
  OpenAI: blockShape('OpenAI', { options: legacyOpenAiOptions.optional() }),
}
