import { ApiError } from '@colloquy/api'
import { loopGuardHeader } from '@colloquy/ports/egress'
import type { FastifyInstance } from 'fastify'
import { runCleanupJobs } from './cleanup/run-cleanup-jobs.js'
import { describeError, registerCompat, toApiUrl } from './compat/register-compat.js'
import { promoteWinners } from './experiments/promote-winners.js'
import { registerHostedPage } from './hosted-page/hosted-page.js'
import { registerPreviewPage } from './hosted-page/preview-page.js'
import { sendErrorPage } from './hosted-page/send-error-page.js'
import { checkBodies } from './http/check-bodies.js'
import { compressResponses } from './http/compress-responses.js'
import { createHttp } from './http/create-http.js'
import type { LogTarget } from './observability/logger.js'
import { createMetrics, type Metrics } from './observability/metrics.js'
import { openService, type ServiceOptions } from './open-service.js'
import { RateLimits } from './rate-limits/rate-limits.js'
import { runDeployments } from './releases/deployments-due.js'
import { registerRoutes } from './routes/register-routes.js'
import { registerSites, toSiteUrl } from './sites/register-sites.js'
import { registerBuilderFiles } from './static-files/builder-files.js'
import { registerDocsFiles } from './static-files/docs-files.js'
import { registerWidgetFiles } from './static-files/widget-files.js'
import { registerMailPage } from './summary-mails/mail-page.js'
import { sendSummaries } from './summary-mails/send-due.js'
import { registerSummaryPage } from './summary-page/summary-page.js'
import { registerUnsubscribePage } from './unsubscribe/unsubscribe-page.js'

export interface AppOptions extends Omit<ServiceOptions, 'metrics' | 'rates'> {
  /** Created unless given. */
  metrics?: Metrics
  logTarget?: LogTarget
}

export type App = FastifyInstance & {
  /** Reports not ready and closes connections after their answers; requests are still answered until `close`. */
  drain(): void
  /** Sends summaries that are due, which otherwise happens every minute. */
  sendDueSummaries(): Promise<void>
}

/** Builds the whole service over HTTP, not yet listening. Throws a `ConfigError` if credentials cannot be opened with its keys. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, logTarget, clock = Date.now, metrics = createMetrics() } = options
  const rates = new RateLimits({ config, now: clock })
  let isDraining = false
  const app = createHttp(config, {
    logTarget,
    metrics,
    rates,
    sendErrorPage,
    describeError,
    isDraining: () => isDraining,
    urlOf: (request) => toSiteUrl(config, request, config.isCompatible ? toApiUrl(request) : (request.url ?? '/')),
  })
  const { service, loopGuard, close } = await openService(
    { ...options, metrics, rates },
    { log: app.log, isDraining: () => isDraining },
  )
  app.addHook('onRequest', (request, _, done) => {
    if (request.headers[loopGuardHeader] === loopGuard) throw new ApiError('forbidden', { message: loopMessage })
    done()
  })
  checkBodies(app, config.limits, metrics)
  registerSites(app, service)
  const operations = registerRoutes(app, service)
  if (config.isCompatible) registerCompat(app, service, operations)
  registerBuilderFiles(app)
  registerWidgetFiles(app)
  registerDocsFiles(app)
  registerHostedPage(app, service, operations)
  registerPreviewPage(app)
  registerSummaryPage(app, service, operations)
  registerMailPage(app, service, operations)
  registerUnsubscribePage(app, service, operations)
  compressResponses(app)
  app.addHook('onClose', close)
  runCleanupJobs(app, service)
  runDeployments(app, service, promoteWinners)
  const sendDueSummaries = sendSummaries(app, service)
  app.addHook('onReady', () => service.inbox.start())
  app.addHook('onReady', async () => service.notifier.soon())
  app.addHook('onReady', async () => void service.resultQuota.start())
  app.addHook('onReady', async () => service.knowledge.start())
  app.addHook('onReady', async () => service.sourceReader.soon())
  return Object.assign(app, {
    sendDueSummaries,
    drain: () => {
      isDraining = true
    },
  })
}

const loopMessage = 'A flow of this service called the service itself'
