import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { removeExpired } from './remove-expired.js'
import { keepResultsFor } from './retention.js'
import type { Service } from './service.js'

/**
 * Deletes what has had its time, from when the service is ready until it closes: sessions, messages of messaging apps, files and, where that is
 * set, results.
 */
export function keepTidy(app: FastifyInstance, { storage, config, sweeper, now }: Service): void {
  const onError = reportCleanUp(app.log)
  const timer = setInterval(() => {
    removeExpired(storage, now()).catch(onError)
    storage.messaging.removeOld(now() - rememberedMessages).catch(onError)
  }, 600_000).unref()
  const retention = keepResultsFor(config.retentionDays, {
    storage,
    now,
    onError,
    onDeleted(count) {
      app.log.info(`${count} results were older than ${config.retentionDays} days and were deleted`)
      sweeper.soon()
    },
  })
  app.addHook('onReady', async () => {
    sweeper.soon()
    retention.soon()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await retention.close()
  })
}

/** Milliseconds for which a message is known again that its provider sends once more: providers try for a week. */
const rememberedMessages = 8 * 86_400_000

/** Tells the log of what was not cleaned up; the next round tries again. */
export const reportCleanUp = (log: FastifyBaseLogger) => (error: unknown) =>
  log.error({ err: error }, 'clean-up failed')
