import type { FastifyRequest } from 'fastify'

/**
 * Returns the languages that the visitor's browser accepts as valid tags, best first. A bot does not declare its language, so they are the
 * best approximation.
 */
export function visitorLanguages(request: FastifyRequest): string[] {
  const accepted = (request.headers['accept-language'] ?? '').split(',', maxTags)
  return accepted.map((entry) => entry.trim().replace(/;.*/, '')).filter(isTag)
}

const maxTags = 20

function isTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}
