import type { StopSignal } from '@colloquy/ports/shares'

/** Receives a text while it is generated. */
export interface TextSink {
  /**
   * Appends a piece and returns true if it was accepted. A piece is rejected if the text would exceed `generatedTextBytes` or nobody waits
   * for it any longer; `signal` is then aborted and no further piece is accepted.
   */
  write(piece: string): boolean
  /** True if nothing has been written. */
  readonly isEmpty: boolean
  /** True if a piece was rejected because the text would exceed `generatedTextBytes`. */
  readonly isFull: boolean
  /** Aborted when the text should end early: it has had no subscriber for 15 s, it is too long, or the service stops. */
  readonly signal: StopSignal
}
