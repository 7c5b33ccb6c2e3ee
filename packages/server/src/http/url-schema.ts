import * as z from 'zod'

/** The address of a service in the settings, without a slash at its end. */
export const urlSchema = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'an http or https address')
  .transform((text) => text.replace(/(?<!\/)\/+$/, ''))
