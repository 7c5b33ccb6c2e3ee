import * as z from 'zod'
import { extension } from './describe.js'
import {
  edgeSchema,
  eventsSchema,
  type FlowEvent,
  groupSchema,
  resultsTablePreferencesSchema,
  variableSchema,
} from './flow-schema.js'
import { settingsSchema } from './settings.js'
import { normalizeText } from './text/normalize-text.js'
import { themeSchema } from './theme/theme.js'

const publicIdMessage = 'Use 1 to 255 lower-case letters, digits and single dashes; begin and end without a dash.'

/** The last part of a bot's public address. */
export const publicIdSchema = z
  .string()
  .max(255, publicIdMessage)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, publicIdMessage)

const isCustomDomain = (value: string): boolean => {
  const slash = value.indexOf('/')
  const labels = (slash < 0 ? value : value.slice(0, slash)).split('.')
  const path = slash < 0 ? undefined : value.slice(slash + 1)
  return (
    value.length <= 500 &&
    labels.length > 1 &&
    labels.every((label) => label.length <= 63 && /^[a-z0-9-]+$/i.test(label) && !/^-|-$/.test(label)) &&
    /^[a-z]{2,}$/i.test(labels.at(-1) ?? '') &&
    (path === undefined || /^[\w/-]+$/.test(path))
  )
}

const customDomainSchema = z
  .string()
  .refine(isCustomDomain, 'Give a host, as in "chat.example.com", and perhaps a path.')
const timestampSchema = z
  .union([z.string(), z.number()])
  .refine(
    (value) => !Number.isNaN(new Date(value).getTime()),
    'Give a date and time, as in "2024-05-01T12:00:00.000Z".',
  )

const parts = {
  // Limited, because lists of bots return the whole names.
  name: z.string().max(1_000, 'Use at most 1,000 characters.').optional(),
  icon: z.string().max(10_000, 'Use at most 10,000 characters.').nullish(),
  selectedThemeTemplateId: z.string().nullish(),
  folderId: z.string().nullish(),
  groups: z.array(groupSchema).optional(),
  events: eventsSchema.optional(),
  edges: z.array(edgeSchema).optional(),
  variables: z.array(variableSchema).optional(),
  theme: themeSchema.optional(),
  settings: settingsSchema.optional(),
  resultsTablePreferences: resultsTablePreferencesSchema.nullish(),
  publicId: publicIdSchema.nullish(),
  customDomain: customDomainSchema.nullish(),
}

/** `bot` in the body of create. */
export const botCreateSchema = z.object(parts)

const maxChannels = 20

/** The accounts of channels on which a bot answers. */
export const botChannelsSchema = z
  .array(z.object({ credentialsId: z.string() }))
  .max(maxChannels, `at most ${maxChannels} channels`)

/** `bot` in the body of update: omitted fields stay unchanged. */
export const botUpdateSchema = z.object({
  ...parts,
  version: z.enum(['3', '4', '5', '6', '6.1']).optional(),
  isClosed: z.boolean().optional(),
  channels: extension(botChannelsSchema.optional()),
  /** The first of the channels, for clients that know one. */
  messagingCredentialsId: z.string().nullish(),
  riskLevel: z.number().nullish(),
  updatedAt: timestampSchema.optional(),
})

export type BotCreate = z.infer<typeof botCreateSchema>
export type BotUpdate = z.infer<typeof botUpdateSchema>

/** A bot with nothing but a start event. */
export const emptyBot = (newId: () => string) => ({
  name: 'My bot',
  icon: null,
  folderId: null,
  events: [{ id: newId(), type: 'start', graphCoordinates: { x: 0, y: 0 } }] as FlowEvent[],
  groups: [],
  edges: [],
  variables: [],
  theme: {},
  settings: {},
  selectedThemeTemplateId: null,
  resultsTablePreferences: null,
})

/** The default public id of a bot: its name, then the end of its id. */
export const defaultPublicId = (name: string, botId: string): string => {
  const words = normalizeText(name.slice(0, 200), 'NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return [...(words ?? []), botId.slice(-7)].join('-')
}
