import type { ApiError } from '@colloquy/api'
import type { FastifyRequest } from 'fastify'
import { requestEntry } from './logger.js'

/**
 * Logs failed requests, each with its cause. While the storage is unavailable or full, all of them fail alike: then one line is written
 * every ten seconds, with the number of failures since the last one, so that the log does not fill the disk as well.
 */
export function failureLog(now: () => number = () => performance.now()) {
  const lately = new Map<string, { writtenAt: number; more: number }>()
  return (request: FastifyRequest, error: Error, { code }: ApiError): void => {
    const { cause } = error
    const kind = code.startsWith('storage_') ? `${code} ${cause instanceof Error ? cause.message : ''}` : undefined
    const last = kind === undefined ? undefined : lately.get(kind)
    if (last && now() - last.writtenAt < quietMilliseconds) {
      last.more++
      return
    }
    if (lately.size >= maxKinds) lately.clear()
    if (kind !== undefined) lately.set(kind, { writtenAt: now(), more: 0 })
    const alike = last && last.more > 0 ? { alike: last.more } : {}
    request.log.error({ err: error, code, ...alike, ...requestEntry(request) }, 'request failed')
  }
}

const quietMilliseconds = 10_000
/** Maximum number of kinds: messages may contain parts that differ each time. */
const maxKinds = 100
