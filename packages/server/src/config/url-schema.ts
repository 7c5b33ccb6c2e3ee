import { readUrl } from '@colloquy/ports/urls'
import * as z from 'zod'

/** The address of a service in the settings, without a trailing slash. */
export const urlSchema = z
  .string()
  .refine((text) => /^https?:$/.test(readUrl(text)?.protocol ?? ''), 'an http or https address')
  .transform((text) => text.replace(/(?<!\/)\/+$/, ''))
