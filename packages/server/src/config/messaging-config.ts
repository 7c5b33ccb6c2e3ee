import { type ChannelDefinition, channels, type OperatorSetting, type PreviewAccount } from '@colloquy/channels'
import * as z from 'zod'
import { allOrNone } from './all-or-none.js'
import { urlSchema } from './url-schema.js'

/** The operator's own account of a channel, from which drafts are shown to authors. */
export interface MessagingPreview extends PreviewAccount {
  channel: ChannelDefinition
}

type Settings = Readonly<Record<string, unknown>>

const previews = channels.flatMap((channel) => (channel.preview ? [{ channel, preview: channel.preview }] : []))
const previewSettings = previews.flatMap(({ preview: { required, optional } }) =>
  Object.entries({ ...required, ...optional }),
)
const addressNames = channels.flatMap(({ addresses }) => Object.values(addresses).map(({ setting }) => setting))

/** Settings of the process that the definitions of channels name. */
export const messagingSettings: Readonly<Record<string, z.ZodType<string | undefined, string | undefined>>> = {
  ...Object.fromEntries(addressNames.map((name) => [name, urlSchema.optional()])),
  ...Object.fromEntries(previewSettings.map(([name, setting]) => [name, schemaOf(setting)])),
}

export const messagingSecretNames: readonly string[] = previewSettings.flatMap(([name, { isSecret }]) =>
  isSecret ? name : [],
)

function schemaOf({ pattern, expected, default: usual }: OperatorSetting) {
  const schema = z.string().regex(pattern, expected)
  return usual === undefined ? schema.optional() : schema.default(usual)
}

/** Reads the addresses of providers that differ from the default ones, by the names of their settings. */
export function readChannelAddresses(settings: Settings): Record<string, string> {
  return valuesOf(settings, addressNames)
}

/** Reads the account that previews are shown from: the first one of which the required settings are there. */
export function readPreview(settings: Settings): MessagingPreview | undefined {
  for (const { channel, preview } of previews) {
    const values = valuesOf(settings, Object.keys({ ...preview.required, ...preview.optional }))
    const names = Object.keys(preview.required)
    const given = allOrNone(Object.fromEntries(names.map((name) => [name, values[name]])))
    if (given) return { channel, ...preview.open(values) }
  }
  return undefined
}

function valuesOf(settings: Settings, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = settings[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
