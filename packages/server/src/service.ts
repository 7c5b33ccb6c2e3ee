import type { Budgets } from '@colloquy/engine'
import type { Ports } from '@colloquy/ports'
import type { DnsResolver } from '@colloquy/ports/egress'
import type { FilePort } from '@colloquy/ports/files'
import type { MailQuota } from '@colloquy/ports/mail'
import type { Storage } from '@colloquy/storage'
import type { Config } from './config/config.js'
import type { Deliverer } from './deliveries/deliverer.js'
import type { Documents } from './documents/documents.js'
import type { CollaborationHub } from './editing/collaboration-hub.js'
import type { EffectHandlers } from './effects/effects.js'
import type { FileSweeper } from './files/file-sweeper.js'
import type { FlowWorker } from './flow-worker/flow-worker.js'
import type { Generations } from './generations/generations.js'
import type { HeadCodes } from './head-code/head-codes.js'
import type { IntegrationHealth } from './integrations/integration-health.js'
import type { ListAnswer } from './integrations/list-answer.js'
import type { Knowledge } from './knowledge/knowledge.js'
import type { SourceReader } from './knowledge/source-reader.js'
import type { ToolClient } from './mcp/tool-client.js'
import type { Inbox } from './messaging/inbox.js'
import type { ModelAccess } from './models/model-access.js'
import type { ModelBreaker } from './models/model-breaker.js'
import type { AccessTokens } from './oauth/access-tokens.js'
import type { TokenEndpoint } from './oauth/token-endpoint.js'
import type { Metrics } from './observability/metrics.js'
import type { LongWork } from './process/long-work.js'
import type { RateLimits } from './rate-limits/rate-limits.js'
import type { Remover } from './removals/remover.js'
import type { ReplayThreads } from './replays/replay-threads.js'
import type { PersonRights } from './rights/person-rights.js'
import type { ServicePorts } from './service-calls/call-service.js'
import type { RecentAnswers } from './service-calls/recent-answers.js'
import type { BotCache } from './turns/bot-cache.js'
import type { CompiledFlowCache } from './turns/compiled-flow-cache.js'
import type { OlderSessions } from './turns/older-sessions.js'
import type { ResultQuota } from './turns/result-quota.js'
import type { SessionCache } from './turns/session-cache.js'
import type { TurnQueue } from './turns/turn-queue.js'
import type { Vault } from './vault/vault.js'
import type { WebhookListeners } from './webhooks/webhook-listeners.js'

/** Dependencies of request handlers. */
export interface Service {
  readonly storage: Storage
  readonly config: Config
  readonly compiledFlows: CompiledFlowCache
  readonly files: FilePort
  readonly sweeper: FileSweeper
  /** Deletes the rows of what was deleted. */
  readonly remover: Remover
  readonly headCodes: HeadCodes
  readonly queue: TurnQueue
  readonly sessions: SessionCache
  readonly olderSessions: OlderSessions
  readonly bots: BotCache
  readonly resultQuota: ResultQuota
  readonly budgets: Budgets
  readonly metrics: Metrics
  readonly rates: RateLimits
  /** Checks the rights of people whose request is over. */
  readonly rights: PersonRights
  /** Perform the effects of turns. */
  readonly effectHandlers: EffectHandlers
  /** Performs the deliveries that turns leave behind. */
  readonly deliverer: Deliverer
  /** Texts that sessions generate. */
  readonly generations: Generations
  readonly webhooks: WebhookListeners
  readonly inbox: Inbox
  readonly live: CollaborationHub
  /** Emails about comments, by recipient. */
  readonly commentMails: MailQuota
  readonly flows: FlowWorker
  /** Reads documents from outside in a thread. */
  readonly documents: Documents
  /** Queue for the main thread, for work on texts of megabytes. */
  readonly longWork: LongWork
  readonly replays: ReplayThreads
  /** Models that are not called for a while, as far as this process knows. */
  readonly modelBreaker: ModelBreaker
  readonly knowledge: Knowledge
  readonly sourceReader: SourceReader
  readonly vault: Vault
  /** Requests access tokens from providers. */
  readonly tokenEndpoint: TokenEndpoint
  /** Access tokens of credentials that people signed in for. */
  readonly tokens: AccessTokens
  /** Calls tools of MCP servers. */
  readonly tools: ToolClient
  /** Choices for options that services of integrations offer. */
  readonly listAnswers: RecentAnswers<ListAnswer>
  readonly ports: Ports
  /** Clients for services of integrations. */
  readonly services: ServicePorts
  readonly modelAccess: ModelAccess
  /** Outcomes of calls to services. */
  readonly health: IntegrationHealth
  readonly dns: DnsResolver
  /** Signs cursors, and derives ids and the random seeds of turns. */
  readonly secret: string
  now(): number
  isDraining(): boolean
}

/** The parts of the service that a function needs, by name. */
export type Needs<Part extends keyof Service> = Pick<Service, Part>
