import { ApiError } from '@colloquy/api'
import type { FastifyInstance } from 'fastify'
import { checkBodies } from './check-bodies.js'
import { registerCompat, toOurUrl } from './compat/register-compat.js'
import { createHttp } from './create-http.js'
import { registerHostedPage } from './hosted-page/hosted-page.js'
import { registerPreviewPage } from './hosted-page/preview-page.js'
import { keepTidy } from './keep-tidy.js'
import type { LogTarget } from './logger.js'
import { openService, type ServiceOptions } from './open-service.js'
import { loopGuardHeader } from './ports/egress/check-headers.js'
import { registerRoutes } from './register-routes.js'
import { registerBuilderFiles } from './routes/builder-files.js'
import { registerWidgetFiles } from './routes/widget-files.js'
import { registerSites, toSiteUrl } from './sites/register-sites.js'

export interface AppOptions extends ServiceOptions {
  logTarget?: LogTarget
}

export type App = FastifyInstance & {
  /** From now on readiness is false and connections are not kept; requests are answered as before until `close`. */
  drain(): void
}

/** The whole service over HTTP, not yet listening. Throws a `ConfigError` when credentials cannot be opened with its keys. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, logTarget } = options
  let isDraining = false
  const app = createHttp(config, {
    logTarget,
    isDraining: () => isDraining,
    urlOf: (request) => toSiteUrl(config, request, config.isCompatible ? toOurUrl(request) : (request.url ?? '/')),
  })
  const { service, loopGuard, close } = await openService(options, { log: app.log, isDraining: () => isDraining })
  app.addHook('onRequest', (request, _, done) => {
    if (request.headers[loopGuardHeader] === loopGuard) throw new ApiError('forbidden', { message: loopMessage })
    done()
  })
  checkBodies(app)
  registerSites(app, service)
  const operations = registerRoutes(app, service)
  if (config.isCompatible) registerCompat(app, service, operations)
  registerBuilderFiles(app)
  registerWidgetFiles(app)
  registerHostedPage(app, service, operations)
  registerPreviewPage(app)
  app.addHook('onClose', close)
  keepTidy(app, service)
  app.addHook('onReady', () => service.inbox.start())
  return Object.assign(app, {
    drain: () => {
      isDraining = true
    },
  })
}

const loopMessage = 'A flow of this service called the service itself'
