import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { undoTime } from '../contacts/contact-merge-handlers.js'
import { dayOf } from '../day-of.js'
import { checkDomains } from '../domains/check-domain.js'
import type { Service } from '../service.js'
import { explainClockJump } from './clock-guard.js'
import { removeExpired } from './remove-expired.js'
import { keepResultsFor } from './retention.js'

/**
 * Deletes expired rows, and opens snoozed conversations whose time has come, from the moment the service is ready until it closes: sessions, messages of messaging apps, files, domain claims,
 * recipients of summaries who did not confirm and, with a retention time, results.
 */
export function runCleanupJobs(app: FastifyInstance, service: Service): void {
  const { storage, config, sweeper, remover, inboxPresence, metrics, now } = service
  const onError = reportCleanUp(app.log)
  const timer = setInterval(() => {
    removeExpired(storage, now(), config.limits).catch(onError)
  }, 600_000).unref()
  const minuteTimer = setInterval(() => {
    storage.conversations
      .wake(now(), wokenAtOnce)
      // The people who answer them may be away.
      .then((woken) => woken > 0 && inboxPresence.soon())
      .catch(onError)
  }, 60_000).unref()
  const hourlyTimer = setInterval(() => {
    checkDomains(service).catch(onError)
    storage.summaryMails.removeUnconfirmed(now() - confirmationTime).catch(onError)
    storage.modelSpending.removeBefore(dayOf(now() - rememberedSpending)).catch(onError)
    storage.contacts.removeMergesBefore(now() - undoTime, mergesAtOnce).catch(onError)
    storage.integrationCalls.removeBefore(dayOf(now() - rememberedCalls)).catch(onError)
  }, 3_600_000).unref()
  const retention = keepResultsFor(config.retentionDays, {
    storage,
    clockJumpHours: config.limits.clockJumpHours,
    now,
    onError,
    onPaused(jump) {
      const { found, todo } = explainClockJump(jump)
      metrics.limitReached('clockJumpHours')
      app.log.error(`${found}. To continue, ${todo}`)
    },
    onDeleted(count) {
      app.log.info(`${count} results were older than ${config.retentionDays} days and were deleted`)
      sweeper.soon()
    },
  })
  app.addHook('onReady', async () => {
    service.deliverer.soon()
    service.noAnswerTimers.soon()
    service.inboxPresence.soon()
    service.waitingMails.soon()
    sweeper.soon()
    remover.soon()
    retention.soon()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    clearInterval(minuteTimer)
    clearInterval(hourlyTimer)
    await retention.close()
  })
}

/** Merges of contacts that are deleted in an hour at most. */
const mergesAtOnce = 10_000

/** Snoozed conversations that are opened in a minute at most. */
const wokenAtOnce = 1_000

/** Milliseconds for which the usage of language models is stored: a year and a month. */
const rememberedSpending = 400 * 86_400_000

/** Milliseconds for which the outcomes of calls to services are stored. */
const rememberedCalls = 90 * 86_400_000

/** Milliseconds within which a recipient has to confirm a summary email; the confirmation email states the time. */
const confirmationTime = 7 * 86_400_000

/** Logs a failed cleanup; the next round tries again. */
export const reportCleanUp = (log: FastifyBaseLogger) => (error: unknown) =>
  log.error({ err: error }, 'clean-up failed')
