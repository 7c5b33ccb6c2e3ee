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
import { continueWaiting } from './conversations/continue-waiting.js'
import { conversationDocument } from './conversations/conversation-document.js'
import { ConversationFeeds } from './conversations/conversation-feeds.js'
import { followChannel } from './conversations/follow-channel.js'
import { followHolders } from './conversations/follow-holders.js'
import { offerToTeam } from './conversations/offer-to-team.js'
import { putBack } from './conversations/put-back.js'
import { assignWaiting, TeamAssigner } from './conversations/team-assigner.js'
import { sendWaitingMails } from './conversations/waiting-mail.js'
import { WaitingMails } from './conversations/waiting-mails.js'
import { Deliverer } from './deliveries/deliverer.js'
import { FailureWarning } from './deliveries/failure-warning.js'
import { Documents } from './documents/documents.js'
import { CollaborationHub } from './editing/collaboration-hub.js'
import { BotWork } from './effects/bot-work.js'
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
import { mailsLinks } from './mail/send-link.js'
import { ToolClient } from './mcp/tool-client.js'
import { answerContact } from './messaging/answer-contact.js'
import type { ChannelOwners } from './messaging/channel-owners.js'
import { Inbox } from './messaging/inbox.js'
import { pacedStore } from './messaging/paced-store.js'
import { ModelAccess } from './models/model-access.js'
import { ModelBreaker } from './models/model-breaker.js'
import { ModelBudget } from './models/model-budget.js'
import { warnOfCeiling } from './models/warn-of-ceiling.js'
import { NotifiedBots } from './notifications/notified-bots.js'
import { Notifier } from './notifications/notifier.js'
import { webhookCall } from './notifications/webhook-call.js'
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
import { InboxPresence } from './turns/inbox-presence.js'
import { NoAnswerTimers } from './turns/no-answer-timers.js'
import { ResultQuota } from './turns/result-quota.js'
import { budgetsOf } from './turns/run-turn.js'
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

interface Surroundings {
  log: FastifyBaseLogger
  isDraining: () => boolean
}

/** Opens the dependencies of request handlers. Throws a `ConfigError` if credentials cannot be opened with its keys. */
export async function openService(options: ServiceOptions, surroundings: Surroundings): Promise<OpenService> {
  const { loopGuard, ...base } = await openBase(options, surroundings)
  const flows = openFlows(base, surroundings)
  const calls = openCalls(base, flows, surroundings)
  const botWork = new BotWork()
  const service: Service = {
    ...base,
    ...flows,
    ...calls,
    ...openStoredData(base, surroundings),
    botWork,
    ...openConversations(base, options, () => service, surroundings),
    ...(await openBackgroundWork(base, { ...calls, botWork }, () => service, surroundings)),
    ...openAuthoring(base, flows, surroundings),
    listAnswers: new RecentAnswers(100),
  }
  const unsubscribe = base.storage.changes.subscribe('bots', (id) => service.botCache.forget(id))
  const unfollow = followHolders(service, reporter(surroundings.log, 'stopping a text of the bot failed'))
  const { metrics } = base
  metrics.watchQueue(() => service.turnQueue.size)
  metrics.watchQuota(() => service.resultQuota.size)
  metrics.watchOptimisticReads(service.sessionCache.optimisticReads)
  const close = async () => {
    unsubscribe()
    unfollow()
    await closeService(service)
  }
  return { service, loopGuard, close }
}

/** Opens the parts from outside of the service, which all others need. */
async function openBase(options: ServiceOptions, { log, isDraining }: Surroundings) {
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
  return {
    storage,
    config,
    files,
    dns,
    channels,
    metrics,
    rates,
    secret,
    loopGuard,
    vault,
    ports,
    services,
    modelAccess,
    budgets: budgetsOf(config.limits),
    now: clock,
    isDraining,
  }
}

type Base = Omit<Awaited<ReturnType<typeof openBase>>, 'loopGuard'>

/** Opens the parts that prepare flows for running. */
function openFlows({ storage, config: { limits }, metrics: { limitReached } }: Base, { log }: Surroundings) {
  const headCodes = new HeadCodes(limits)
  const longWork = new LongWork(limits, limitReached)
  const compiledFlows = new CompiledFlowCache(storage, {
    longWork,
    maxBytes: limits.compiledFlowBytes,
    onEvicted: () => limitReached('compiledFlowBytes'),
    prepare: (release) => prepareHeadCode(release, headCodes, (message) => log.warn(message)),
  })
  return { headCodes, longWork, compiledFlows }
}

type Flows = ReturnType<typeof openFlows>

/** Opens the parts that call other systems, and the handlers of effects that use them. */
function openCalls(base: Base, { compiledFlows }: Flows, { log }: Surroundings) {
  const { storage, config, files, metrics, vault, ports, services, now } = base
  const { limits, oauth } = config
  const tokenEndpoint = new TokenEndpoint(ports, oauth, now)
  const mcpClient = new ToolClient({ egress: ports.egress, limits })
  const store = storage.credentials
  const oauthTokens = new AccessTokens({ store, vault, endpoint: tokenEndpoint, config: oauth, metrics, now })
  const modelBreaker = new ModelBreaker()
  const modelBudget = new ModelBudget({
    storage,
    prices: config.modelPrices,
    ceilings: config.modelCeilings,
    now,
    onNear: (near) =>
      void warnOfCeiling({ config, ports, storage }, near).catch(
        reporter(log, 'sending the warning about a budget for models failed'),
      ),
  })
  const knowledge = new Knowledge({
    storage,
    vault,
    ports: services,
    limits,
    now,
    budget: modelBudget,
    limitReached: metrics.limitReached,
    report: reporter(log, 'embedding passages of a knowledge base failed'),
  })
  const health = new IntegrationHealth({
    store: storage.integrationCalls,
    now,
    report: reporter(log, 'storing the outcomes of calls to integrations failed'),
  })
  const handlers = createEffectHandlers({
    storage,
    compiledFlows,
    config,
    ports,
    services,
    vault,
    files,
    metrics,
    now,
    oauthTokens,
    mcpClient,
    modelBudget,
    modelBreaker,
    knowledge,
  })
  const effectHandlers = counted(handlers, health)
  return { tokenEndpoint, mcpClient, oauthTokens, modelBreaker, knowledge, health, effectHandlers }
}

type Calls = ReturnType<typeof openCalls>

/** Opens the parts that count, remove and cache stored data. */
function openStoredData({ storage, config, files, secret, now }: Base, { log }: Surroundings) {
  const onError = reportCleanUp(log)
  const sweeper = new FileSweeper({ storage, files, now, onError })
  return {
    sweeper,
    remover: new Remover({ storage, now, onFiles: () => sweeper.soon(), onError }),
    sessionCache: new SessionCache(),
    botWork: new BotWork(),
    olderSessions: new OlderSessions(storage, secret, onError),
    botCache: new BotCache(),
    resultQuota: new ResultQuota({
      analytics: storage.analytics,
      maxBytes: config.limits.workspaceResultBytes,
      onError: reporter(log, 'counting the stored results of workspaces failed'),
    }),
    rights: new PersonRights(storage, draftModeOf),
  }
}

/** Opens the parts that run chats. */
function openConversations(base: Base, options: ServiceOptions, service: () => Service, { log }: Surroundings) {
  const { storage, config, metrics, now } = base
  const { limits } = config
  return {
    turnQueue: new TurnQueue(limits),
    generations: new Generations({
      limits,
      metrics,
      find: (opened, reach) => options.findGenerate?.(opened, reach) ?? streamTurn(service(), opened, reach),
      claim: (sessionId) => storage.claims.take(sessionId),
      report: reporter(log, 'generating a text failed'),
    }),
    conversationFeeds: new ConversationFeeds({
      storage,
      document: conversationDocument,
      report: reporter(log, 'notifying of a change of a conversation failed'),
    }),
    channelOwners: {
      follow: (contact, channel, event, publicUrl) => followChannel(service(), contact, event, { channel, publicUrl }),
    } satisfies ChannelOwners,
    inboxPresence: new InboxPresence({
      store: storage.inboxPresence,
      isAlone: config.databaseUrl === undefined,
      now,
      onNoted: (person) => service().teamAssigner.note(person),
      putBack: (person) => putBack(service(), person),
      report: reporter(log, 'noting who is in an inbox failed'),
    }),
    teamAssigner: new TeamAssigner({
      now,
      assign: (person) => assignWaiting(service(), person),
      report: reporter(log, 'assigning conversations that wait for a team failed'),
    }),
    offerToTeam: (sessionId: string) =>
      offerToTeam(service(), sessionId).catch(reporter(log, 'assigning a conversation to a member of its team failed')),
    waitingMails: new WaitingMails({
      store: storage.waitingMails,
      changes: storage.changes,
      isOn: mailsLinks({ config }),
      isAlone: config.databaseUrl === undefined,
      now,
      send: (wait) => sendWaitingMails(service(), wait),
      report: reporter(log, 'emailing people about a visitor who waits failed'),
    }),
    noAnswerTimers: new NoAnswerTimers({
      store: storage.sessions,
      limits,
      isAlone: config.databaseUrl === undefined,
      now,
      continueSession: (row) => continueWaiting(service(), row),
      report: reporter(log, 'continuing a conversation without an answer failed'),
    }),
    inbox: new Inbox({
      store: storage.messaging,
      now,
      contactsAtOnce: limits.contactsAtOnce,
      isAlone: config.databaseUrl === undefined,
      answer: (contact, signal) => answerContact(service(), contact, signal),
      report: reporter(log, 'replying to a contact of a messaging app failed'),
    }),
  }
}

/** Opens the work beside requests: threads, processes and queues. */
async function openBackgroundWork(
  { storage, config, metrics, vault, ports, budgets, secret, now }: Base,
  { effectHandlers, botWork }: Calls & { botWork: BotWork },
  service: () => Service,
  { log }: Surroundings,
) {
  const { limits, publicUrl } = config
  const bounds = { count: limits.replayTurns, bytes: limits.replayBytes }
  const source = await storage.recordings.findSource()
  return {
    flows: new FlowWorker(limits),
    draftReads: new DraftReads(),
    heldOutcomes: new SharedPool(limits.heldOutcomeBytes),
    documents: new Documents(limits, metrics.limitReached),
    replays: new ReplayThreads(limits, { source, settings: { budgets, publicUrl, secret, bounds } }),
    deliverer: new Deliverer({
      store: storage.deliveries,
      botWork,
      vault,
      effectHandlers,
      limits,
      now,
      report: reporter(log, 'delivering an effect of a turn failed'),
      warning: new FailureWarning({ config, ports, storage, now }),
      webhookCall: (call, delivery) => webhookCall(service(), call, delivery),
    }),
    notifiedBots: await notifiedBotsOf(storage, () => service().notifier, log),
    notifier: new Notifier({
      service,
      notifyBrowsers: (notification) => service().collaboration.notify(notification),
      report: reporter(log, 'notifying somebody of results failed'),
    }),
    sourceReader: new SourceReader(service, reporter(log, 'reading a source of a knowledge base failed')),
  }
}

/** Opens the parts that authors use while they edit. */
function openAuthoring({ storage, config, now }: Base, { compiledFlows }: Flows, { log }: Surroundings) {
  return {
    webhookListeners: new WebhookListeners(
      storage,
      compiledFlows,
      reporter(log, 'delivering a webhook to its listener failed'),
    ),
    collaboration: new CollaborationHub({
      storage,
      now,
      report: reporter(log, 'broadcasting a change of a draft failed'),
    }),
    commentMails: new MailQuota(config.limits.commentMailsPerHour),
  }
}

async function closeService(service: Service): Promise<void> {
  service.resultQuota.close()
  service.rights.close()
  service.conversationFeeds.close()
  await service.inbox.close()
  await service.noAnswerTimers.close()
  await service.inboxPresence.close()
  await service.teamAssigner.close()
  await service.waitingMails.close()
  service.rates.close()
  await service.remover.close()
  await service.sweeper.close()
  service.files.close()
  await service.flows.close()
  await service.replays.close()
  const embedded = service.knowledge.close()
  const read = service.sourceReader.close()
  service.notifiedBots.close()
  const notified = service.notifier.close()
  const delivered = service.deliverer.close()
  await service.ports.close()
  // Reading in the background waits for it.
  await service.documents.close()
  await notified
  await delivered
  await service.health.write()
  await embedded
  await read
  await service.headCodes.close()
  await service.inbox.ended()
}

async function notifiedBotsOf(storage: Storage, notifier: () => Notifier, log: FastifyBaseLogger) {
  const report = reporter(log, 'reading who is notified of results failed')
  const bots = new NotifiedBots(storage, report, () => notifier().soon())
  await bots.read()
  return bots
}

/** Returns a function that logs an error, and what failed with it. */
const reporter = (log: FastifyBaseLogger, what: string) => (error: unknown) => log.error({ err: error }, what)

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
