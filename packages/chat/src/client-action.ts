import * as z from 'zod'

const scriptSchema = z
  .object({
    content: z.string(),
    args: z.array(
      z.object({
        id: z.string(),
        value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string().nullable()), z.null()]).optional(),
      }),
    ),
    isCode: z.boolean().optional(),
    isUnsafe: z.boolean().optional(),
  })
  .meta({ id: 'ClientScript' })

const common = { lastBubbleBlockId: z.string().optional(), expectsDedicatedReply: z.boolean().optional() }

/** An instruction that the client runs; the payload's key equals the type. */
export const clientActionSchema = z
  .discriminatedUnion('type', [
    z
      .object({ type: z.literal('scriptToExecute'), scriptToExecute: scriptSchema, ...common })
      .meta({ id: 'ScriptAction' }),
    z
      .object({
        type: z.literal('redirect'),
        redirect: z.object({ url: z.string().optional(), isNewTab: z.boolean().optional() }),
        ...common,
      })
      .meta({ id: 'RedirectAction' }),
    z
      .object({ type: z.literal('chatwoot'), chatwoot: z.object({ scriptToExecute: scriptSchema }), ...common })
      .meta({ id: 'ChatwootAction' }),
    z
      .object({
        type: z.literal('googleAnalytics'),
        googleAnalytics: z.object({
          trackingId: z.string().optional(),
          category: z.string().optional(),
          action: z.string().optional(),
          label: z.string().optional(),
          value: z.number().optional(),
          sendTo: z.string().optional(),
        }),
        ...common,
      })
      .meta({ id: 'GoogleAnalyticsAction' }),
    z
      .object({ type: z.literal('wait'), wait: z.object({ secondsToWaitFor: z.number() }), ...common })
      .meta({ id: 'WaitAction' }),
    z
      .object({ type: z.literal('setVariable'), setVariable: z.object({ scriptToExecute: scriptSchema }), ...common })
      .meta({ id: 'SetVariableAction' }),
    z
      .object({
        type: z.literal('streamOpenAiChatCompletion'),
        streamOpenAiChatCompletion: z.object({
          messages: z.array(z.object({ role: z.string().optional(), content: z.string().optional() })),
        }),
        ...common,
      })
      .meta({ id: 'StreamChatCompletionAction' }),
    z
      .object({
        type: z.literal('httpRequestToExecute'),
        httpRequestToExecute: z.object({
          url: z.string(),
          method: z.string().optional(),
          headers: z.record(z.string(), z.string()).optional(),
          body: z.unknown().optional(),
        }),
        ...common,
      })
      .meta({ id: 'HttpRequestAction' }),
    z
      .object({
        type: z.literal('startPropsToInject'),
        startPropsToInject: z.object({
          googleAnalyticsId: z.string().optional(),
          pixelIds: z.array(z.string()).optional(),
          gtmId: z.string().optional(),
          customHeadCode: z.string().optional(),
        }),
        ...common,
      })
      .meta({ id: 'StartPropsAction' }),
    z
      .object({
        type: z.literal('pixel'),
        pixel: z.looseObject({ pixelId: z.string().optional(), eventType: z.string().optional() }),
        ...common,
      })
      .meta({ id: 'PixelAction' }),
    z.object({ type: z.literal('stream'), stream: z.literal(true), ...common }).meta({ id: 'StreamAction' }),
    z
      .object({
        type: z.literal('codeToExecute'),
        codeToExecute: z.object({ args: z.record(z.string(), z.unknown()), content: z.string() }),
        ...common,
      })
      .meta({ id: 'CodeAction' }),
    z.object({ type: z.literal('listenForWebhook'), ...common }).meta({ id: 'ListenForWebhookAction' }),
  ])
  .meta({ id: 'ClientAction' })

export type ClientAction = z.infer<typeof clientActionSchema>
export type ClientScript = z.infer<typeof scriptSchema>
