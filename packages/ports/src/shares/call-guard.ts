/** Asked before each call of a turn or other work. */
export interface CallGuard {
  /** Counts an attempt of a call; returns the reason if it must not be made. */
  takeCall(): string | undefined
  /** False once nothing may begin any more. Asked when a request is about to be sent. */
  mayBegin(): boolean
}
