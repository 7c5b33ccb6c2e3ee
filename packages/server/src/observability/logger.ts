import type { FastifyRequest, FastifyServerOptions } from 'fastify'

/** Where the lines of a log go: one line of JSON each. Standard output unless told otherwise. */
export interface LogTarget {
  write(line: string): void
}

/**
 * What Fastify makes its pino logger of. Requests are not logged one by one, and what is logged of one never holds a body,
 * a header or a whole id.
 */
export function loggerOptions(level: string, target?: LogTarget): FastifyServerOptions['logger'] {
  if (level === 'silent') return false
  // The reader of forms would show all headers of a request, at the level `trace`.
  const serializers = { err: errorEntry, busboyOptions: () => undefined }
  return { level, serializers, ...(target && { stream: target }) }
}

/** A request as a log shows it: enough to find the place in the code, too little to act in somebody's name. */
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

/** An error as a log shows it, with what caused it. */
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

/** Tokens, ids and keys are long words of letters and digits: what is left of one tells it from others, and no more. */
function withoutSecrets(text: string): string {
  return text.replace(/[A-Za-z0-9_-]{20,}/g, (word) => (/[0-9]/.test(word) ? shortened(word) : word))
}

function shortened(word: string): string {
  return word.length > 6 ? `${word.slice(0, 4)}…` : word
}
