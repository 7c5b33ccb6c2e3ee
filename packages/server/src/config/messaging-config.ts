import * as z from 'zod'
import { allOrNone } from './all-or-none.js'
import { urlSchema } from './url-schema.js'

export interface MessagingConfig {
  /** Addresses of the messaging providers; different ones are for tests and gateways. */
  metaUrl: string
  dialogUrl: string
  /** The number that previews are sent to phones from. */
  preview?: MessagingPreview
}

export interface MessagingPreview {
  phoneNumberId: string
  /** The number as people dial it; undefined if the operator did not set it. */
  number: string | undefined
  token: string
  appSecret: string
  /** Token that the provider sends to verify the webhook. */
  verifyToken: string
  /** A template approved by the provider: it opens a conversation with a phone that has not written within a day. */
  template: string
  templateLanguage: string
}

const line = z.string().regex(/^[\x21-\x7e]{1,2000}$/, 'printable characters without spaces')

export const messagingSettings = {
  COLLOQUY_MESSAGING_META_URL: urlSchema.default('https://graph.facebook.com'),
  COLLOQUY_MESSAGING_360DIALOG_URL: urlSchema.default('https://waba-v2.360dialog.io'),
  COLLOQUY_MESSAGING_PREVIEW_NUMBER_ID: z
    .string()
    .regex(/^\d{1,30}$/, 'the id that the provider has for a phone number, in digits')
    .optional(),
  COLLOQUY_MESSAGING_PREVIEW_NUMBER: z
    .string()
    .regex(/^\+?[\d ()-]{6,30}$/, 'a phone number with its country code, such as +49 170 1234567')
    .optional(),
  COLLOQUY_MESSAGING_PREVIEW_TOKEN: line.optional(),
  COLLOQUY_MESSAGING_PREVIEW_APP_SECRET: line.optional(),
  COLLOQUY_MESSAGING_PREVIEW_VERIFY_TOKEN: line.optional(),
  COLLOQUY_MESSAGING_PREVIEW_TEMPLATE: z
    .string()
    .regex(/^[a-z0-9_]{1,512}$/, 'the name of a message template, such as hello_world')
    .default('hello_world'),
  COLLOQUY_MESSAGING_PREVIEW_TEMPLATE_LANGUAGE: z
    .string()
    .regex(/^[a-z]{2,3}(_[A-Z]{2})?$/, 'a language of the template, such as en_US')
    .default('en_US'),
}

/** Reads the settings of the number that previews are sent from: all four or none; the template and the number as people dial it are optional. */
export function readMessaging(it: z.output<z.ZodObject<typeof messagingSettings>>): MessagingConfig {
  const given = allOrNone({
    COLLOQUY_MESSAGING_PREVIEW_NUMBER_ID: it.COLLOQUY_MESSAGING_PREVIEW_NUMBER_ID,
    COLLOQUY_MESSAGING_PREVIEW_TOKEN: it.COLLOQUY_MESSAGING_PREVIEW_TOKEN,
    COLLOQUY_MESSAGING_PREVIEW_APP_SECRET: it.COLLOQUY_MESSAGING_PREVIEW_APP_SECRET,
    COLLOQUY_MESSAGING_PREVIEW_VERIFY_TOKEN: it.COLLOQUY_MESSAGING_PREVIEW_VERIFY_TOKEN,
  })
  const preview = given && {
    number: it.COLLOQUY_MESSAGING_PREVIEW_NUMBER,
    phoneNumberId: given.COLLOQUY_MESSAGING_PREVIEW_NUMBER_ID,
    token: given.COLLOQUY_MESSAGING_PREVIEW_TOKEN,
    appSecret: given.COLLOQUY_MESSAGING_PREVIEW_APP_SECRET,
    verifyToken: given.COLLOQUY_MESSAGING_PREVIEW_VERIFY_TOKEN,
    template: it.COLLOQUY_MESSAGING_PREVIEW_TEMPLATE,
    templateLanguage: it.COLLOQUY_MESSAGING_PREVIEW_TEMPLATE_LANGUAGE,
  }
  return {
    metaUrl: it.COLLOQUY_MESSAGING_META_URL,
    dialogUrl: it.COLLOQUY_MESSAGING_360DIALOG_URL,
    ...(preview && { preview }),
  }
}
