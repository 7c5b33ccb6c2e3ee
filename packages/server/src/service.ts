import type { ChannelDefinition } from '@colloquy/channels'
import type { Budgets } from '@colloquy/engine'
import type { Ports } from '@colloquy/ports'
import type { DnsResolver } from '@colloquy/ports/egress'
import type { FilePort } from '@colloquy/ports/files'
import type { Storage } from '@colloquy/storage'
import type { Config } from './config/config.js'

/**
 * Dependencies of request handlers. Those of this file come from outside of the service. Each other part declares itself where it is
 * defined (`declare module`), and a folder asks only for parts of folders below it. `open-service.ts` opens all of them.
 */
export interface Service {
  readonly storage: Storage
  readonly config: Config
  readonly files: FilePort
  /** The channels whose accounts can be connected. */
  readonly channels: readonly ChannelDefinition[]
  readonly ports: Ports
  readonly dns: DnsResolver
  readonly budgets: Budgets
  /** Signs cursors, and derives ids and the random seeds of turns. */
  readonly secret: string
  now(): number
  isDraining(): boolean
}

/** The parts of the service that a function needs, by name. */
export type Needs<Part extends keyof Service> = Pick<Service, Part>
