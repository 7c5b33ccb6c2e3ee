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

/** Actions after hours without a message in a conversation that a person, or another system, has taken. */
export const idleActions = ['return', 'close', 'keep'] as const

const idleSchema = extension(
  z
    .object({
      hours: z.number().min(0.1).max(720).optional().meta({
        description: 'Hours without a message after which something happens; nothing ever does without it',
      }),
      action: z.enum(idleActions).optional().meta({
        description: '`return`, the default: the bot speaks again. `close`: the conversation ends. `keep`: nothing',
      }),
      text: z.string().max(2_000).optional().meta({ description: 'Said to the visitor then' }),
    })
    .meta({
      id: 'IdleRule',
      description: 'Rule for a conversation that a person has taken, and in which nobody writes',
    })
    .optional(),
)

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
    .meta({ id: 'StartCondition' })
    .optional(),
  sessionExpiryTimeout: z.number().min(0.01).max(48).optional(),
  quietSeconds: extension(
    z.number().min(0).max(10).optional().meta({
      description:
        'Seconds after a text of a contact in which the next one belongs to the same reply; 1 by default, and 0 answers each message',
    }),
  ),
  listButton: extension(
    z.string().max(20).optional().meta({
      description:
        'Label of the button that opens a list, on channels that have lists: from four to ten choices are shown in one. Without it, choices are buttons',
    }),
  ),
  idle: idleSchema,
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
    idle: idleSchema,
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

export type Idle = NonNullable<Settings['idle']>

/**
 * The rule for a conversation in which nobody writes, with its time in milliseconds: by the settings of the channel, given by the id of its
 * credentials, else by those of the bot. Undefined if nothing does.
 */
export function idleRuleOf(
  settings: Settings,
  credentialsId?: string,
): { after: number; action: 'return' | 'close'; text: string } | undefined {
  const ofChannel = credentialsId === undefined ? undefined : channelSettingsOf(settings, credentialsId).idle
  const { hours, action = 'return', text = '' } = ofChannel ?? settings.idle ?? {}
  if (hours === undefined || action === 'keep') return undefined
  return { after: Math.round(hours * 3_600_000), action, text }
}
