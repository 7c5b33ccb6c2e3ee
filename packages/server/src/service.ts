import type { Storage } from '@colloquy/storage'
import type { Config } from './config.js'
import type { FileSweeper } from './files/file-sweeper.js'
import type { Metrics } from './metrics.js'
import type { FilePort } from './ports/files/file-port.js'
import type { Programs } from './turns/programs.js'
import type { TurnQueue } from './turns/turn-queue.js'

/** What handlers work with. */
export interface Service {
  readonly storage: Storage
  readonly config: Config
  readonly programs: Programs
  readonly files: FilePort
  readonly sweeper: FileSweeper
  readonly queue: TurnQueue
  readonly metrics: Metrics
  /** Signs cursors and derives ids. */
  readonly secret: string
  now(): number
  /** A 32-bit number. */
  seed(): number
  isDraining(): boolean
}
