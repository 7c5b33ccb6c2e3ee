import type { User } from '@colloquy/storage'
import type { FastifyRequest } from 'fastify'
import { visitorLanguages } from '../../http/visitor-languages.js'
import { preferencesOf } from '../preferences.js'
import { de } from './de.js'
import type { EmailTexts } from './email-texts.js'
import { en } from './en.js'
import { es } from './es.js'
import { fr } from './fr.js'
import { it } from './it.js'
import { ptBR } from './pt-br.js'

const emails: Readonly<Record<string, EmailTexts>> = { en, de, es, fr, it, pt: ptBR }

/** Returns the letters in the first of the given languages, best first, that is available; otherwise in English. */
export const emailTextsIn = (languages: readonly string[]): EmailTexts => emails[availableIn(emails, languages)] ?? en

/** Returns the first of the given languages, best first, that is a key of `texts`, such as `pt` for `pt-BR`; otherwise `en`. */
export function availableIn(texts: Readonly<Record<string, unknown>>, languages: readonly string[]): string {
  const bases = languages.map((tag) => tag.split('-', 1)[0]!.toLowerCase())
  return bases.find((base) => Object.hasOwn(texts, base)) ?? 'en'
}

/** A person's languages, best first: the one chosen for the account, then those that the browser of a request asks for. */
export function languagesOf(user: Pick<User, 'preferences'> | undefined, request?: FastifyRequest): string[] {
  const { preferredLanguage } = preferencesOf(user)
  return [...(preferredLanguage ? [preferredLanguage] : []), ...(request ? visitorLanguages(request) : [])]
}
