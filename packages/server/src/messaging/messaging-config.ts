import * as z from 'zod'
import { allOrNone } from '../config/all-or-none.js'
import { urlSchema } from '../http/url-schema.js'

export interface MessagingConfig {
  /** Where the providers of messaging apps are; other addresses for tests and gateways. */
  metaUrl: string
  dialogUrl: string
  /** The number from which previews are shown on phones. */
  preview?: MessagingPreview
}

export interface MessagingPreview {
  phoneNumberId: string
  token: string
  appSecret: string
  /** What the provider shows when it verifies the webhook. */
  verifyToken: string
  /** A message that the provider has approved: it opens a conversation with a phone that has not written within a day. */
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

/** Four of the settings describe the number that previews are shown from; the template may be left out. */
export function readMessaging(it: z.output<z.ZodObject<typeof messagingSettings>>): MessagingConfig {
  const given = allOrNone({
    COLLOQUY_MESSAGING_PREVIEW_NUMBER_ID: it.COLLOQUY_MESSAGING_PREVIEW_NUMBER_ID,
    COLLOQUY_MESSAGING_PREVIEW_TOKEN: it.COLLOQUY_MESSAGING_PREVIEW_TOKEN,
    COLLOQUY_MESSAGING_PREVIEW_APP_SECRET: it.COLLOQUY_MESSAGING_PREVIEW_APP_SECRET,
    COLLOQUY_MESSAGING_PREVIEW_VERIFY_TOKEN: it.COLLOQUY_MESSAGING_PREVIEW_VERIFY_TOKEN,
  })
  const preview = given && {
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
