import type { FastifyRequest } from 'fastify'

/** A bot does not say which language it speaks; the languages that the visitor's browser names are the best guess. As valid tags, best first. */
export function visitorLanguages(request: FastifyRequest): string[] {
  const accepted = (request.headers['accept-language'] ?? '').split(',', mostTags)
  return accepted.map((entry) => entry.trim().replace(/;.*/, '')).filter(isTag)
}

const mostTags = 20

function isTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}
