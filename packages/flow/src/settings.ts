import * as z from 'zod'
import { comparisonOperatorSchema, logicalOperatorSchema } from './conditions/condition.js'
import { extension } from './describe.js'

const text = z.string().optional()
const flag = z.boolean().optional()
const ceiling = (description: string) => z.number().min(1).optional().meta({ description })

/** Time spans from which a replay before publishing takes conversations. */
export const replayPeriods = ['today', 'last7Days', 'last30Days', 'allTime'] as const

const maskingSchema = z.object({ email: flag, phone: flag, iban: flag, card: flag, ip: flag })

/** Kinds of private data that can be masked in calls to language models. */
export type MaskedKind = keyof typeof maskingSchema.shape
export const maskedKinds = Object.keys(maskingSchema.shape) as MaskedKind[]

/** When a bot answers on a channel. */
const channelShape = {
  isEnabled: flag,
  startCondition: z
    .object({
      logicalOperator: logicalOperatorSchema.optional(),
      comparisons: z.array(
        z.object({ id: z.string(), comparisonOperator: comparisonOperatorSchema.optional(), value: text }),
      ),
    })
    .optional(),
  sessionExpiryTimeout: z.number().min(0.01).max(48).optional(),
  quietSeconds: extension(
    z.number().min(0).max(10).optional().meta({
      description:
        'Seconds after a text of a contact in which the next one belongs to the same reply; 1 by default, and 0 answers each message',
    }),
  ),
}

/** The behavior of a bot. */
export const settingsSchema = z
  .object({
    general: z
      .object({
        isBrandingEnabled: flag,
        isTypingEmulationEnabled: flag,
        isInputPrefillEnabled: flag,
        isHideQueryParamsEnabled: flag,
        isNewResultOnRefreshEnabled: flag,
        rememberUser: z.object({ isEnabled: flag, storage: z.enum(['session', 'local']).optional() }).optional(),
        systemMessages: z
          .object({
            invalidMessage: text,
            botClosed: text,
            networkErrorTitle: text,
            networkErrorMessage: text,
            popupBlockedTitle: text,
            popupBlockedDescription: text,
            popupBlockedButtonLabel: text,
            fileUploadError: text,
            fileUploadSizeError: text,
            messagingPictureChoiceSelectLabel: text,
          })
          .optional(),
      })
      .optional(),
    typingEmulation: z
      .object({
        enabled: flag,
        speed: z.number().optional(),
        maxDelay: z.number().optional(),
        delayBetweenBubbles: z.number().min(0).max(5).optional(),
        isDisabledOnFirstMessage: flag,
      })
      .optional(),
    metadata: z
      .object({
        title: text,
        description: text,
        imageUrl: text,
        favIconUrl: text,
        customHeadCode: text,
        tagManagerId: text,
        allowIndexing: flag,
      })
      .optional(),
    messaging: z
      .object({
        ...channelShape,
        errorAndMarketingStatusWebhookForwardUrl: z
          .string()
          .regex(/^https?:\/\/\S+$/i, 'Give an address that begins with http:// or https://.')
          .optional(),
        isWebhookForwardingEnabled: flag,
        webhookForwardingEventTypes: z.array(z.enum(['all', 'errorStatuses', 'marketingStatuses'])).optional(),
      })
      .optional(),
    channels: extension(
      z.record(z.string(), z.object(channelShape)).optional().meta({
        description:
          'Settings of channels by the ids of their credentials; one without an entry has those of `messaging`',
      }),
    ),
    ai: extension(
      z
        .object({
          ceilings: z
            .object({
              sessionTokens: ceiling('Tokens of language models that one conversation may use'),
              dayTokens: ceiling('Tokens of language models that all conversations of one day (UTC) may use'),
              monthCost: z
                .number()
                .min(0)
                .optional()
                .meta({ description: 'Cost of language models of one month, in the currency of the instance' }),
            })
            .optional(),
          masking: maskingSchema.optional().meta({
            description:
              'Kinds of values that labels such as [email-1] replace in calls to language models, besides values of private variables',
          }),
        })
        .optional(),
    ),
    publishing: z
      .object({
        isBlockedByErrors: flag,
        isBlockedByTests: flag,
        isBlockedByVisitors: flag,
        isBlockedByReplay: flag,
        replayPeriod: z.enum(replayPeriods).optional(),
      })
      .optional(),
    privacy: extension(
      z
        .object({
          isVisitRecorded: flag.meta({
            description: 'Record the source and the kind of device of visitors; on by default',
          }),
        })
        .optional(),
    ),
    publicShare: z.object({ isEnabled: flag }).optional(),
    security: z.object({ allowedOrigins: z.array(z.string()).optional() }).optional(),
  })
  .meta({ id: 'Settings', example: { general: { isInputPrefillEnabled: true } } })
export type Settings = z.infer<typeof settingsSchema>

/** Limits on the usage of language models, from the settings of a bot. */
export type Ceilings = NonNullable<NonNullable<Settings['ai']>['ceilings']>

type MessagingSettings = NonNullable<Settings['messaging']>

/** When a bot answers on a channel: by the settings of this channel, else by those for all. */
export type ChannelSettings = Pick<MessagingSettings, keyof typeof channelShape>

export function channelSettingsOf({ channels, messaging }: Settings, credentialsId: string): ChannelSettings {
  return (channels && Object.hasOwn(channels, credentialsId) ? channels[credentialsId] : messaging) ?? {}
}
