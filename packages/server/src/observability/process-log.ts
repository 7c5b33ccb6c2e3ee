import { type Logger, pino } from 'pino'
import { serializers } from './logger.js'

/** Log of a process about itself rather than about a request. */
export type ProcessLog = Pick<Logger, 'info' | 'warn' | 'error' | 'fatal'>

/**
 * Opens the log of a process, for entries that no Fastify instance is there to write. Lines are those of its logger. At the level `silent`
 * it still writes why the process ends.
 */
export function openProcessLog(level: string): ProcessLog {
  return pino({ level: level === 'silent' ? 'fatal' : level, serializers })
}

/** Writes warnings of Node.js to the log, instead of as plain text to standard error. */
export function logWarnings(log: ProcessLog): void {
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn({ err: warning }, 'Node.js reports a warning'))
}
