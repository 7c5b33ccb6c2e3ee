import { randomBytes } from 'node:crypto'
import { channels as allChannels, type ChannelDefinition } from '@colloquy/channels'
import { openPorts, type Ports } from '@colloquy/ports'
import { type DnsResolver, openResolver } from '@colloquy/ports/egress'
import { type FilePort, openFiles } from '@colloquy/ports/files'
import { MailQuota } from '@colloquy/ports/mail'
import { SharedPool } from '@colloquy/ports/shares'
import type { Storage } from '@colloquy/storage'
import type { FastifyBaseLogger } from 'fastify'
import { draftModeOf } from './access/access.js'
import { PersonRights } from './access/person-rights.js'
import { BotCache } from './caches/bot-cache.js'
import { CompiledFlowCache } from './caches/compiled-flow-cache.js'
import { OlderSessions } from './caches/older-sessions.js'
import { SessionCache } from './caches/session-cache.js'
import { reportCleanUp } from './cleanup/run-cleanup-jobs.js'
import type { Config } from './config/config.js'
import { Deliverer } from './deliveries/deliverer.js'
import { FailureWarning } from './deliveries/failure-warning.js'
import { Documents } from './documents/documents.js'
import { CollaborationHub } from './editing/collaboration-hub.js'
import { FileSweeper } from './files/file-sweeper.js'
import { FlowWorker } from './flow-worker/flow-worker.js'
import { type FindGenerate, Generations } from './generations/generations.js'
import { streamTurn } from './generations/stream-turn.js'
import { HeadCodes } from './head-code/head-codes.js'
import { prepareHeadCode } from './head-code/release-head-code.js'
import { guardedStorage } from './http/guarded-storage.js'
import { derivedId } from './ids.js'
import { counted, IntegrationHealth } from './integrations/integration-health.js'
import { Knowledge } from './knowledge/knowledge.js'
import { SourceReader } from './knowledge/source-reader.js'
import { ToolClient } from './mcp/tool-client.js'
import { answerContact } from './messaging/answer-contact.js'
import { Inbox } from './messaging/inbox.js'
import { pacedStore } from './messaging/paced-store.js'
import { ModelAccess } from './models/model-access.js'
import { ModelBreaker } from './models/model-breaker.js'
import { ModelBudget } from './models/model-budget.js'
import { warnOfCeiling } from './models/warn-of-ceiling.js'
import { AccessTokens } from './oauth/access-tokens.js'
import { TokenEndpoint } from './oauth/token-endpoint.js'
import type { Metrics } from './observability/metrics.js'
import { LongWork } from './process/long-work.js'
import { RecentAnswers } from './process/recent-answers.js'
import type { RateLimits } from './rate-limits/rate-limits.js'
import { Remover } from './removals/remover.js'
import { ReplayThreads } from './replays/replay-threads.js'
import type { Service } from './service.js'
import { DraftReads } from './stored-bots/draft-reads.js'
import { createEffectHandlers } from './turns/effect-handlers.js'
import { ResultQuota } from './turns/result-quota.js'
import { budgetsOf } from './turns/step.js'
import { TurnQueue } from './turns/turn-queue.js'
import { findKeys } from './vault/find-keys.js'
import { rotate } from './vault/rotate.js'
import { openVault } from './vault/vault.js'
import { WebhookListeners } from './webhooks/webhook-listeners.js'

export interface ServiceOptions {
  storage: Storage
  config: Config
  /** File storage; by the settings unless given. */
  files?: FilePort
  /** Milliseconds since 1970. */
  clock?: () => number
  /** Clients for outgoing calls of flows; by the settings unless given. */
  ports?: Partial<Ports>
  /** All that exist unless given. */
  channels?: readonly ChannelDefinition[]
  /** Resolves custom domains; uses the name servers of this machine unless given. */
  dns?: DnsResolver
  /** Generates texts for sessions that do not wait for the text of a block. */
  findGenerate?: FindGenerate
  metrics: Metrics
  rates: RateLimits
}

export interface OpenService {
  readonly service: Service
  /** Identifies outgoing requests of the service's own flows. */
  readonly loopGuard: string
  close(): Promise<void>
}

/** Opens the dependencies of request handlers. Throws a `ConfigError` if credentials cannot be opened with its keys. */
export async function openService(
  options: ServiceOptions,
  { log, isDraining }: { log: FastifyBaseLogger; isDraining: () => boolean },
): Promise<OpenService> {
  const { config, clock = Date.now } = options
  const { files = openFiles(config), dns = openResolver(), channels = allChannels, metrics, rates } = options
  const guarded = guardedStorage(options.storage)
  const storage: Storage =
    config.databaseUrl === undefined ? { ...guarded, messaging: pacedStore(guarded.messaging) } : guarded
  const secret = await options.storage.settings.setIfAbsent('signing-key', randomBytes(32).toString('base64url'))
  const loopGuard = derivedId(secret, 'loop guard')
  const vault = await vaultOf(config, storage, log)
  const { limitReached } = metrics
  const portsOptions = { loopGuard, channels, log: (sentence: string) => log.warn(sentence), limitReached }
  const ports = { ...openPorts(config, portsOptions), ...options.ports }
  const modelAccess = new ModelAccess({ storage, hosts: config.modelHosts, ownHosts: config.ownModelHosts })
  const services = { ...ports, addresses: config.serviceAddresses, modelAccess }
  const tokenEndpoint = new TokenEndpoint(ports, config.oauth, clock)
  const mcpClient = new ToolClient({ egress: ports.egress, limits: config.limits })
  const oauthTokens = new AccessTokens({
    store: storage.credentials,
    vault,
    endpoint: tokenEndpoint,
    config: config.oauth,
    metrics,
    now: clock,
  })
  const headCodes = new HeadCodes(config.limits)
  const longWork = new LongWork(config.limits, metrics.limitReached)
  const programs = new CompiledFlowCache(storage, {
    longWork,
    mostBytes: config.limits.compiledFlowBytes,
    onEvicted: () => metrics.limitReached('compiledFlowBytes'),
    prepare: (release) => prepareHeadCode(release, headCodes, (message) => log.warn(message)),
  })
  const botCache = new BotCache()
  const modelBreaker = new ModelBreaker()
  const modelBudget = new ModelBudget({
    storage,
    prices: config.modelPrices,
    ceilings: config.modelCeilings,
    now: clock,
    onNear: (near) =>
      void warnOfCeiling({ config, ports, storage }, near).catch((error) =>
        log.error({ err: error }, 'sending the warning about a budget for models failed'),
      ),
  })
  const knowledge = new Knowledge({
    storage,
    vault,
    ports: services,
    limits: config.limits,
    now: clock,
    budget: modelBudget,
    limitReached: metrics.limitReached,
    report: (error) => log.error({ err: error }, 'embedding passages of a knowledge base failed'),
  })
  const health = new IntegrationHealth({
    store: storage.integrationCalls,
    now: clock,
    report: (error) => log.error({ err: error }, 'storing the outcomes of calls to integrations failed'),
  })
  const made = createEffectHandlers({
    storage,
    programs,
    config,
    ports,
    services,
    vault,
    files,
    metrics,
    oauthTokens,
    mcpClient,
    modelBudget,
    modelBreaker,
    knowledge,
    now: clock,
  })
  const effectHandlers = counted(made, health)
  const sweeper = new FileSweeper({ storage, files, now: clock, onError: reportCleanUp(log) })
  const unsubscribe = storage.changes.subscribe('bots', (id) => botCache.forget(id))
  const service: Service = {
    storage,
    config,
    compiledFlows: programs,
    files,
    sweeper,
    remover: new Remover({ storage, now: clock, onFiles: () => sweeper.soon(), onError: reportCleanUp(log) }),
    headCodes,
    turnQueue: new TurnQueue(config.limits),
    sessionCache: new SessionCache(),
    olderSessions: new OlderSessions(storage, secret, reportCleanUp(log)),
    botCache,
    resultQuota: new ResultQuota({
      analytics: storage.analytics,
      mostBytes: config.limits.workspaceResultBytes,
      onError: (error) => log.error({ err: error }, 'counting the stored results of workspaces failed'),
    }),
    budgets: budgetsOf(config.limits),
    metrics,
    rates,
    rights: new PersonRights(storage, draftModeOf),
    generations: new Generations({
      limits: config.limits,
      find: (opened, reach) => options.findGenerate?.(opened, reach) ?? streamTurn(service, opened, reach),
      claim: (sessionId) => storage.claims.take(sessionId),
      metrics,
      report: (error) => log.error({ err: error }, 'generating a text failed'),
    }),
    webhookListeners: new WebhookListeners(storage, programs, (error) =>
      log.error({ err: error }, 'delivering a webhook to its listener failed'),
    ),
    channels,
    inbox: new Inbox({
      store: storage.messaging,
      now: clock,
      isAlone: config.databaseUrl === undefined,
      contactsAtOnce: config.limits.contactsAtOnce,
      answer: (contact, signal) => answerContact(service, contact, signal),
      report: (error) => log.error({ err: error }, 'replying to a contact of a messaging app failed'),
    }),
    collaboration: new CollaborationHub({
      storage,
      now: clock,
      report: (error) => log.error({ err: error }, 'broadcasting a change of a draft failed'),
    }),
    commentMails: new MailQuota(config.limits.commentMailsPerHour),
    flows: new FlowWorker(config.limits),
    documents: new Documents(config.limits, metrics.limitReached),
    longWork,
    draftReads: new DraftReads(),
    heldOutcomes: new SharedPool(config.limits.heldOutcomeBytes),
    replays: new ReplayThreads(config.limits, {
      source: await storage.recordings.findSource(),
      settings: {
        budgets: budgetsOf(config.limits),
        publicUrl: config.publicUrl,
        secret,
        bounds: { count: config.limits.replayTurns, bytes: config.limits.replayBytes },
      },
    }),
    effectHandlers,
    deliverer: new Deliverer({
      store: storage.deliveries,
      vault,
      effectHandlers,
      limits: config.limits,
      now: clock,
      report: (error) => log.error({ err: error }, 'a delivery of a turn failed'),
      warning: new FailureWarning({ config, ports, storage, now: clock }),
    }),
    modelBreaker,
    knowledge,
    sourceReader: new SourceReader(
      () => service,
      (error) => log.error({ err: error }, 'reading a source of a knowledge base failed'),
    ),
    vault,
    tokenEndpoint,
    oauthTokens,
    mcpClient,
    listAnswers: new RecentAnswers(100),
    ports,
    services,
    modelAccess,
    health,
    secret,
    dns,
    now: clock,
    isDraining,
  }
  metrics.watchQueue(() => service.turnQueue.size)
  metrics.watchQuota(() => service.resultQuota.size)
  metrics.watchOptimisticReads(service.sessionCache.optimisticReads)
  return {
    service,
    loopGuard,
    async close() {
      service.resultQuota.close()
      service.rights.close()
      await service.inbox.close()
      unsubscribe()
      rates.close()
      await service.remover.close()
      await service.sweeper.close()
      files.close()
      await service.flows.close()
      await service.replays.close()
      const embedded = knowledge.close()
      const read = service.sourceReader.close()
      const delivered = service.deliverer.close()
      await ports.close()
      // Reading in the background waits for it.
      await service.documents.close()
      await delivered
      await health.write()
      await embedded
      await read
      await headCodes.close()
      await service.inbox.ended()
    },
  }
}

/** Opens the vault, and encrypts credentials with the newest key that were encrypted with another one. */
async function vaultOf(config: Config, { credentials }: Storage, log: FastifyBaseLogger) {
  const keys = await findKeys(config, credentials)
  const { rotated, unreadable } = await rotate(credentials, keys)
  if (rotated > 0) log.info(`${rotated} credentials were encrypted with the new key`)
  for (const id of unreadable)
    log.error(
      `Credentials could not be decrypted with the key that they name: ${id}. Restore that key, or enter them again.`,
    )
  return openVault({ store: credentials, keys, report: (message) => log.error(message) })
}
