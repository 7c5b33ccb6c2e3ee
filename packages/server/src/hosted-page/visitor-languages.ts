import type { FastifyRequest } from 'fastify'

const languages = ['en', 'fr', 'de', 'es', 'pt', 'it', 'ar']

/** A bot does not say which language it speaks; the visitor's own are the best guess, among those that the widget knows. */
export function visitorLanguages(request: FastifyRequest): string[] {
  const accepted = (request.headers['accept-language'] ?? '').split(',')
  const wanted = accepted.map((entry) => entry.trim().slice(0, 2).toLowerCase())
  return wanted.filter((language) => languages.includes(language))
}
