import type { ErrorBody, ErrorCode } from '@colloquy/api'
import { toTypebotPath } from './typebot-names.js'

/** Returns the body and status of an error in the format of both generations of Typebot clients. */
export function typebotError({ code, status: own, message, issues }: ErrorBody) {
  const status = statuses[code] ?? own
  const typebotIssues = issues?.map(({ path, message }) => ({
    code: 'custom',
    path: toTypebotPath(path).split('.').filter(Boolean).map(segment),
    message,
  }))
  return {
    status,
    body: {
      defined: defined.has(status) && !undefinedCodes.has(code),
      code: names[status] ?? 'INTERNAL_SERVER_ERROR',
      status,
      message,
      ...(typebotIssues && { issues: typebotIssues, data: { issues: typebotIssues } }),
    },
  }
}

/** These clients take a 409 to mean that a bot was changed in the meantime, and nothing else. They know no 405. */
const statuses: Partial<Record<ErrorCode, number>> = {
  public_id_taken: 400,
  custom_domain_taken: 400,
  method_not_allowed: 404,
}

const names: Record<number, string | undefined> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  416: 'RANGE_NOT_SATISFIABLE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
  507: 'INSUFFICIENT_STORAGE',
}

/** Statuses that operations are documented to return; clients take any other as an error from outside the operation. */
const defined = new Set([400, 401, 403, 404, 500])
const undefinedCodes = new Set<ErrorCode>(['malformed_json', 'too_deep', 'invalid_text', 'internal_error'])

const segment = (text: string) => (/^\d+$/.test(text) ? Number(text) : text)
