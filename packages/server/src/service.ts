import type { Budgets } from '@colloquy/engine'
import type { Storage } from '@colloquy/storage'
import type { Config } from './config.js'
import type { LiveBots } from './editing/live-bots.js'
import type { FileSweeper } from './files/file-sweeper.js'
import type { Inbox } from './messaging/inbox.js'
import type { Metrics } from './metrics.js'
import type { DnsResolver } from './ports/egress/dns-records.js'
import type { FilePort } from './ports/files/file-port.js'
import type { Ports } from './ports/open-ports.js'
import type { Performers } from './turns/effects.js'
import type { KnownBots } from './turns/known-bots.js'
import type { KnownSessions } from './turns/known-sessions.js'
import type { Programs } from './turns/programs.js'
import type { TurnQueue } from './turns/turn-queue.js'
import type { Vault } from './vault/vault.js'
import type { WebhookListeners } from './webhooks/webhook-listeners.js'

/** What handlers work with. */
export interface Service {
  readonly storage: Storage
  readonly config: Config
  readonly programs: Programs
  readonly files: FilePort
  readonly sweeper: FileSweeper
  readonly queue: TurnQueue
  readonly sessions: KnownSessions
  readonly bots: KnownBots
  readonly budgets: Budgets
  readonly metrics: Metrics
  /** What turns may have done for them. */
  readonly performers: Performers
  readonly webhooks: WebhookListeners
  readonly inbox: Inbox
  readonly live: LiveBots
  readonly vault: Vault
  readonly ports: Ports
  readonly dns: DnsResolver
  /** Signs cursors, derives ids and the chance of turns. */
  readonly secret: string
  now(): number
  isDraining(): boolean
}
