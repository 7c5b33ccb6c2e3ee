import { randomBytes } from 'node:crypto'
import type { Storage } from '@colloquy/storage'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.js'
import { LiveBots } from './editing/live-bots.js'
import { FileSweeper } from './files/file-sweeper.js'
import { guardedStorage } from './guarded-storage.js'
import { derivedId } from './ids.js'
import { reportCleanUp } from './keep-tidy.js'
import { answerCorrespondent } from './messaging/answer-correspondent.js'
import { Inbox } from './messaging/inbox.js'
import { createMetrics, type Metrics } from './metrics.js'
import { type DnsResolver, openResolver } from './ports/egress/dns-records.js'
import type { FilePort } from './ports/files/file-port.js'
import { openFiles } from './ports/files/open-files.js'
import { openPorts, type Ports } from './ports/open-ports.js'
import type { Service } from './service.js'
import { KnownBots } from './turns/known-bots.js'
import { KnownSessions } from './turns/known-sessions.js'
import { createPerformers } from './turns/performers.js'
import { Programs } from './turns/programs.js'
import { budgetsOf } from './turns/step.js'
import { TurnQueue } from './turns/turn-queue.js'
import { findKeys } from './vault/find-keys.js'
import { rotate } from './vault/rotate.js'
import { openVault } from './vault/vault.js'
import { WebhookListeners } from './webhooks/webhook-listeners.js'

export interface ServiceOptions {
  storage: Storage
  config: Config
  /** Where files are kept; by the settings unless given. */
  files?: FilePort
  /** Milliseconds since 1970. */
  clock?: () => number
  /** What reaches out for flows; by the settings unless given. */
  ports?: Partial<Ports>
  /** Tells whose a custom domain is; the name servers of this machine unless given. */
  dns?: DnsResolver
  metrics?: Metrics
}

export interface OpenService {
  readonly service: Service
  /** What requests of the service's own flows carry. */
  readonly loopGuard: string
  close(): Promise<void>
}

/** All that handlers work with. Throws a `ConfigError` when credentials cannot be opened with its keys. */
export async function openService(
  options: ServiceOptions,
  { log, isDraining }: { log: FastifyBaseLogger; isDraining: () => boolean },
): Promise<OpenService> {
  const { config, clock = Date.now } = options
  const { files = openFiles(config), dns = openResolver(), metrics = createMetrics() } = options
  const storage = guardedStorage(options.storage)
  const secret = await options.storage.settings.setIfAbsent('signing-key', randomBytes(32).toString('base64url'))
  const loopGuard = derivedId(secret, 'loop guard')
  const vault = await vaultOf(config, storage, log)
  const ports = { ...openPorts(config, { loopGuard, log: (sentence) => log.warn(sentence) }), ...options.ports }
  const programs = new Programs(storage)
  const bots = new KnownBots()
  const unsubscribe = storage.changes.subscribe('bots', (id) => bots.forget(id))
  const service: Service = {
    storage,
    config,
    programs,
    files,
    sweeper: new FileSweeper({ storage, files, now: clock, onError: reportCleanUp(log) }),
    queue: new TurnQueue(),
    sessions: new KnownSessions(),
    bots,
    budgets: budgetsOf(config.limits),
    metrics,
    webhooks: new WebhookListeners(storage, programs, (error) =>
      log.error({ err: error }, 'a webhook was held but not delivered'),
    ),
    inbox: new Inbox({
      store: storage.messaging,
      now: clock,
      isAlone: config.databaseUrl === undefined,
      answer: (correspondent, signal) => answerCorrespondent(service, correspondent, signal),
      report: (error) => log.error({ err: error }, 'somebody who writes from a messaging app was not answered'),
    }),
    live: new LiveBots({
      storage,
      now: clock,
      report: (error) => log.error({ err: error }, 'those who follow a bot were not told of a change'),
    }),
    performers: createPerformers({ storage, programs, config, ports, vault, files }),
    vault,
    ports,
    secret,
    dns,
    now: clock,
    isDraining,
  }
  metrics.watchQueue(() => service.queue.size)
  metrics.watchGuesses(service.sessions.guesses)
  return {
    service,
    loopGuard,
    async close() {
      await service.inbox.close()
      unsubscribe()
      await service.sweeper.close()
      files.close()
      await ports.close()
      await service.inbox.ended()
    },
  }
}

/** Encrypts with the newest key what another one has encrypted. */
async function vaultOf(config: Config, { credentials }: Storage, log: FastifyBaseLogger) {
  const keys = await findKeys(config, credentials)
  const { rotated, unreadable } = await rotate(credentials, keys)
  if (rotated > 0) log.info(`${rotated} credentials were encrypted with the new key`)
  for (const id of unreadable) log.error(`The credentials ${id} did not open with the key they name`)
  return openVault({ store: credentials, keys, report: (message) => log.error(message) })
}
