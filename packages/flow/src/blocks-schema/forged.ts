import * as z from 'zod'
import { numOrVar } from '../num-or-var.js'
import { blockShape, optionalFlag, optionalText } from './block-shape.js'

/** Types of the blocks that follow the common "one action of one service" form. */
export const forgedTypes = [
  'openai',
  'anthropic',
  'mistral',
  'groq',
  'together-ai',
  'open-router',
  'perplexity',
  'deepseek',
  'dify-ai',
  'elevenlabs',
  'chat-node',
  'cal-com',
  'qr-code',
  'nocodb',
  'posthog',
  'segment',
  'zendesk',
  'gmail',
  'blink',
] as const
export type ForgedType = (typeof forgedTypes)[number]

const mapping = <const T extends readonly [string, ...string[]]>(items: T) =>
  z.array(z.object({ item: z.enum(items).optional(), variableId: optionalText })).optional()

const pairs = <const K extends string, const V extends string>(key: K, value: V) =>
  z.array(z.object({ [key]: optionalText, [value]: optionalText })).optional()

const undefinedKey = z.undefined().optional()
const named = { name: optionalText, description: optionalText }
const parameters = z
  .array(
    z.discriminatedUnion('type', [
      z.object({ type: undefinedKey }),
      z.object({ ...named, type: z.enum(['string', 'number', 'boolean']), required: optionalFlag }),
      z.object({ ...named, type: z.literal('enum'), values: z.array(z.string()).optional(), required: optionalFlag }),
    ]),
  )
  .optional()

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const tools = z
  .preprocess(
    (value) =>
      Array.isArray(value)
        ? value.filter(isRecord).map((tool) => ('type' in tool ? tool : { type: 'function', ...tool }))
        : value,
    z.array(z.object({ ...named, type: z.literal('function'), code: optionalText, parameters })),
  )
  .optional()

const message = <const R extends readonly [string, ...string[]]>(roles: R) =>
  z.discriminatedUnion('role', [
    z.object({ role: undefinedKey }),
    z.object({ role: z.enum(roles), content: optionalText }),
    z.object({
      role: z.literal('Dialogue'),
      dialogueVariableId: optionalText,
      startsBy: z.enum(['user', 'assistant']).optional(),
    }),
  ])

const completionItems = ['Message content', 'Total tokens', 'Prompt tokens', 'Completion tokens'] as const

const chatCompletion = {
  model: optionalText,
  messages: z.array(message(['system', 'user', 'assistant'])).optional(),
  tools,
  temperature: numOrVar,
  responseMapping: mapping(completionItems),
}

const extracted = { variableId: optionalText, description: optionalText, isRequired: optionalFlag }
const generateVariables = {
  model: optionalText,
  prompt: optionalText,
  variablesToExtract: z
    .array(
      z.discriminatedUnion('type', [
        z.object({ type: undefinedKey }),
        z.object({ ...extracted, type: z.enum(['string', 'number', 'boolean', 'array']) }),
        z.object({ ...extracted, type: z.literal('enum'), values: z.array(z.string()).optional() }),
      ]),
    )
    .optional(),
}

/** Reads a response mapping whose items once had other names. */
const renamedMapping = <S extends z.ZodType>(renamed: Readonly<Record<string, string>>, schema: S) =>
  z
    .preprocess((value) => {
      if (!Array.isArray(value)) return value
      return value.map((entry: unknown) => {
        if (!isRecord(entry) || typeof entry.item !== 'string') return entry
        return Object.hasOwn(renamed, entry.item) ? { ...entry, item: renamed[entry.item] } : entry
      })
    }, schema)
    .optional()

const nocodbFilter = z
  .object({
    comparisons: z.array(
      z.object({
        input: optionalText,
        operator: z
          .enum([
            'Equal to',
            'Not equal',
            'Contains',
            'Greater than',
            'Less than',
            'Is set',
            'Is empty',
            'Starts with',
            'Ends with',
          ])
          .optional(),
        value: optionalText,
      }),
    ),
    joiner: z.enum(['AND', 'OR']).optional(),
  })
  .optional()

const feedSection = z.discriminatedUnion('type', [
  z.object({ type: undefinedKey }),
  z.object({ type: z.literal('Header'), title: optionalText, iconUrl: optionalText }),
  z.object({ type: z.literal('Text'), value: optionalText }),
  z.object({ type: z.literal('Labelled Text'), label: optionalText, value: optionalText, iconUrl: optionalText }),
  z.object({
    type: z.literal('Image'),
    imageUrl: optionalText,
    fitImage: optionalFlag,
    width: numOrVar,
    height: numOrVar,
  }),
  z.object({ type: z.literal('Image gallery'), imageUrls: z.array(z.string()).optional() }),
  z.object({ type: z.literal('YouTube'), link: optionalText }),
  z.object({
    type: z.literal('Link'),
    url: optionalText,
    title: optionalText,
    description: optionalText,
    imageUrl: optionalText,
    imagePlacement: z.enum(['left', 'right', 'top']).optional(),
  }),
  z.object({
    type: z.literal('Buttons'),
    buttons: z
      .array(
        z.object({
          clientAction: z
            .object({ type: z.enum(['Open Link', 'Open Webview']).optional(), url: optionalText })
            .optional(),
          label: optionalText,
          iconUrl: optionalText,
        }),
      )
      .optional(),
  }),
  z.object({ type: z.literal('Attachment'), url: optionalText }),
  z.object({
    type: z.literal('Event'),
    title: optionalText,
    description: optionalText,
    start: optionalText,
    end: optionalText,
    allDay: optionalFlag,
  }),
  z.object({
    type: z.literal('Horizontal Bar Chart'),
    total: numOrVar,
    data: z.array(z.object({ name: optionalText, value: numOrVar, label: optionalText })).optional(),
  }),
])

const speech = {
  model: optionalText,
  input: optionalText,
  instructions: optionalText,
  voice: z.enum(['alloy', 'echo', 'fable', 'onyx', 'nova', 'shimmer']).optional(),
  saveUrlInVariableId: optionalText,
}

type Service = { base: z.ZodRawShape; actions: Readonly<Record<string, z.ZodRawShape>> }

const completionOnly: Service = { base: {}, actions: { 'Create chat completion': chatCompletion } }

/** Options of each action of each service, apart from `action` and `credentialsId`. */
const services: Readonly<Record<ForgedType, Service>> = {
  openai: {
    base: { baseUrl: optionalText, apiVersion: optionalText },
    actions: {
      'Create chat completion': chatCompletion,
      'Ask Model': {
        model: optionalText,
        message: optionalText,
        instructions: optionalText,
        responseIdVariableId: optionalText,
        fileSearchVectorStoreIds: z.array(z.string()).optional(),
        fileSearchMaxNumResults: numOrVar,
        fileSearchScoreThreshold: numOrVar,
        webSearchEnabled: optionalFlag,
        codeInterpreterEnabled: optionalFlag,
        functions: z.array(z.object({ ...named, code: optionalText, parameters })).optional(),
        temperature: numOrVar,
        responseMapping: mapping(['Message', 'Response ID']),
      },
      'Ask Assistant': {
        assistantId: optionalText,
        message: optionalText,
        additionalInstructions: optionalText,
        threadVariableId: optionalText,
        threadId: optionalText,
        functions: pairs('name', 'code'),
        responseMapping: mapping(['Message', 'Thread ID']),
      },
      'Generate variables': generateVariables,
      'Create speech': speech,
      'Create transcription': {
        url: optionalText,
        model: optionalText,
        prompt: optionalText,
        transcriptionVariableId: optionalText,
      },
    },
  },
  anthropic: {
    base: {},
    actions: {
      'Create Chat Message': {
        model: optionalText,
        messages: z.array(message(['user', 'assistant'])).optional(),
        tools,
        systemMessage: optionalText,
        temperature: numOrVar,
        maxTokens: numOrVar,
        responseMapping: z
          .preprocess(
            (value) => (Array.isArray(value) ? value : undefined),
            renamedMapping({ 'Message Content': 'Message content' }, mapping(['Message content'])),
          )
          .optional(),
      },
      'Generate variables': generateVariables,
    },
  },
  mistral: {
    base: {},
    actions: { 'Create chat completion': chatCompletion, 'Generate variables': generateVariables },
  },
  groq: completionOnly,
  'together-ai': completionOnly,
  'open-router': completionOnly,
  perplexity: completionOnly,
  deepseek: completionOnly,
  'dify-ai': {
    base: {},
    actions: {
      'Create Chat Message': {
        query: optionalText,
        conversationVariableId: optionalText,
        user: optionalText,
        inputs: pairs('key', 'value'),
        responseMapping: renamedMapping(
          { Answer: 'Message content', 'Total Tokens': 'Total tokens' },
          mapping(completionItems),
        ),
      },
      'Query Knowledge Base': {
        datasetId: optionalText,
        query: optionalText,
        responseMapping: mapping(['Retrieved chunks']),
      },
    },
  },
  elevenlabs: {
    base: {},
    actions: {
      'Convert text to speech': {
        text: optionalText,
        voiceId: optionalText,
        modelId: optionalText,
        saveUrlInVariableId: optionalText,
      },
    },
  },
  'chat-node': {
    base: {},
    actions: {
      'Send Message': {
        botId: optionalText,
        threadId: optionalText,
        message: optionalText,
        responseMapping: mapping(['Message', 'Thread ID']),
      },
    },
  },
  'cal-com': {
    base: { baseUrl: optionalText },
    actions: {
      'Book event': {
        link: optionalText,
        layout: z.enum(['Month', 'Weekly', 'Columns']).optional(),
        name: optionalText,
        email: optionalText,
        additionalNotes: optionalText,
        phone: optionalText,
        anyPrefilledInformations: pairs('questionId', 'value'),
        saveBookedDateInVariableId: optionalText,
      },
    },
  },
  'qr-code': {
    base: {},
    actions: { 'Generate a QR Code': { data: optionalText, saveUrlInVariableId: optionalText } },
  },
  nocodb: {
    base: {},
    actions: {
      'Search Records': {
        tableId: optionalText,
        viewId: optionalText,
        returnType: z.enum(['All', 'First', 'Last', 'Random']).optional(),
        filter: nocodbFilter,
        responseMapping: pairs('fieldName', 'variableId'),
      },
      'Create Record': { tableId: optionalText, fields: pairs('key', 'value') },
      'Update Existing Record': {
        tableId: optionalText,
        viewId: optionalText,
        filter: nocodbFilter,
        updates: pairs('fieldName', 'value'),
      },
    },
  },
  posthog: {
    base: {},
    actions: {
      Capture: {
        isAnonymous: optionalFlag,
        distinctId: optionalText,
        event: optionalText,
        properties: pairs('key', 'value'),
        personProperties: pairs('key', 'value'),
        groups: pairs('type', 'key'),
      },
      'Identify Group': {
        distinctId: optionalText,
        groupType: optionalText,
        groupKey: optionalText,
        properties: pairs('key', 'value'),
      },
    },
  },
  segment: {
    base: {},
    actions: {
      Alias: { userId: optionalText, previousId: optionalText },
      'Identify User': { userId: optionalText, email: optionalText, traits: pairs('key', 'value') },
      Page: {
        userId: optionalText,
        name: optionalText,
        category: optionalText,
        properties: pairs('key', 'value'),
      },
      Track: { eventName: optionalText, userId: optionalText, properties: pairs('key', 'value') },
    },
  },
  zendesk: {
    base: {},
    actions: {
      'Open Web Widget': {
        userId: optionalText,
        name: optionalText,
        email: optionalText,
        webWidgetKey: optionalText,
      },
    },
  },
  gmail: {
    base: {},
    actions: {
      'Send email': {
        to: optionalText,
        subject: optionalText,
        body: optionalText,
        label: optionalText,
        from: optionalText,
        threadId: optionalText,
        replyTo: optionalText,
        attachments: optionalText,
        responseMapping: mapping(['Thread ID']),
      },
    },
  },
  blink: {
    base: {},
    actions: {
      'Get Users': {
        filter: z
          .discriminatedUnion('type', [
            z.object({ type: undefinedKey }),
            z.object({ type: z.literal('User ID'), userId: optionalText }),
            z.object({ type: z.literal('Employee ID'), employeeId: optionalText }),
          ])
          .optional(),
        responseMapping: mapping([
          'Emails',
          'Company Names',
          'First Names',
          'Second Names',
          'Display Names',
          'Initials',
          'Job Titles',
          'Profile Photo IDs',
          'Timezones',
          'Manager IDs',
          'Department Names',
          'Account Statuses',
          'User IDs',
          'Employee IDs',
        ]),
      },
      'Send Feed Event': {
        categoryId: optionalText,
        ribbonColor: optionalText,
        sections: z.array(feedSection).optional(),
        allowComments: optionalFlag,
        allowReactions: optionalFlag,
        userIds: z.array(z.string()).optional(),
        groupIds: z.array(z.string()).optional(),
        pushNotification: z.object({ title: optionalText, text: optionalText }).optional(),
        responseMapping: mapping(['Event ID']),
      },
      Redirect: { url: optionalText },
    },
  },
}

/** Options of a forged block: the common keys are typed, those of its action are the block's own business. */
export type ForgedOptions = { action?: string; credentialsId?: string; [key: string]: unknown }

const optionSchemas = new Map<string, z.ZodType<ForgedOptions>>()
for (const type of forgedTypes) {
  const { base, actions } = services[type]
  const common = { credentialsId: optionalText, ...base }
  optionSchemas.set(type, z.object({ ...common, action: undefinedKey }) as z.ZodType<ForgedOptions>)
  for (const [action, shape] of Object.entries(actions)) {
    const schema = z.object({ ...common, action: z.literal(action), ...shape })
    optionSchemas.set(`${type}/${action}`, schema as z.ZodType<ForgedOptions>)
  }
}

/** Schema of the options of one action, or undefined when the service has no such action. */
export const forgedOptionsSchema = (type: string, action: string | undefined): z.ZodType<ForgedOptions> | undefined =>
  optionSchemas.get(action === undefined ? type : `${type}/${action}`)

/** Names of the actions of a service. */
export const forgedActions = (type: ForgedType): string[] => Object.keys(services[type].actions)

const forged = <T extends ForgedType>(type: T) =>
  blockShape(type, { options: z.looseObject({ action: optionalText, credentialsId: optionalText }).optional() })

/** Envelopes of the forged blocks. */
export const forgedSchemas = {
  openai: forged('openai'),
  anthropic: forged('anthropic'),
  mistral: forged('mistral'),
  groq: forged('groq'),
  'together-ai': forged('together-ai'),
  'open-router': forged('open-router'),
  perplexity: forged('perplexity'),
  deepseek: forged('deepseek'),
  'dify-ai': forged('dify-ai'),
  elevenlabs: forged('elevenlabs'),
  'chat-node': forged('chat-node'),
  'cal-com': forged('cal-com'),
  'qr-code': forged('qr-code'),
  nocodb: forged('nocodb'),
  posthog: forged('posthog'),
  segment: forged('segment'),
  zendesk: forged('zendesk'),
  gmail: forged('gmail'),
  blink: forged('blink'),
}
