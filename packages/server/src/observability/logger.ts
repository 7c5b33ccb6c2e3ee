import type { FastifyRequest, FastifyServerOptions } from 'fastify'

/** Receives the lines of a log, one line of JSON each. Standard output by default. */
export interface LogTarget {
  write(line: string): void
}

/**
 * Options for Fastify's pino logger. Requests are not logged individually, and an entry about one never contains a body, a header or
 * a complete id.
 */
export function loggerOptions(level: string, target?: LogTarget): FastifyServerOptions['logger'] {
  return level === 'silent' ? false : { level, serializers, ...(target && { stream: target }) }
}

/** Log entry for a request: enough to find the place in the code, too little to act on somebody's behalf. */
export function requestEntry(request: FastifyRequest) {
  const ids = Object.entries((request.params ?? {}) as Record<string, string>)
  return {
    reqId: request.id,
    method: request.method,
    route: request.routeOptions.url,
    ids: Object.fromEntries(ids.map(([name, id]) => [name, shortened(id)])),
  }
}

interface ErrorEntry {
  [key: string]: unknown
  type: string
  message: string
  stack: string
}

/** Log entry for an error, with its causes. */
function errorEntry(error: unknown): ErrorEntry {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutSecrets(String(error)), stack: '' }
  const { name, message, stack, cause } = error
  const { code } = error as { code?: string | number }
  return {
    type: name,
    message: withoutSecrets(message),
    ...(code !== undefined && { code }),
    stack: withoutSecrets(stack ?? ''),
    ...(cause !== undefined && { cause: errorEntry(cause) }),
  }
}

/** Converts values of entries by their names. The form parser's is omitted: at the level `trace` it would hold all headers of a request. */
export const serializers = { err: errorEntry, busboyOptions: () => undefined }

/** Shortens tokens, ids and keys, which are long words with digits: what remains distinguishes them, and no more. */
function withoutSecrets(text: string): string {
  return text.replace(/[A-Za-z0-9_-]{20,}/g, (word) => (/[0-9]/.test(word) ? shortened(word) : word))
}

function shortened(word: string): string {
  return word.length > 6 ? `${word.slice(0, 4)}…` : word
}
