import type { Session } from './session.js'

/** Where a preview is to stop, for the time of one turn. A live session has none, and its walk asks nothing. */
export class Breakpoints {
  readonly #blockIds: Readonly<Record<string, readonly string[]>>
  readonly #isStepping: boolean
  #passed: string | undefined

  constructor({ blockIds, isStepping }: NonNullable<Session['breakpoints']>, passed: string | undefined) {
    this.#blockIds = blockIds
    this.#isStepping = isStepping === true
    this.#passed = passed
  }

  /** Whether the walk stops before this block. Where it stood already it goes on once; it stops there again when it comes back. */
  stopsBefore(botId: string, blockId: string): boolean {
    const isPassed = this.#passed === blockId
    this.#passed = undefined
    return !isPassed && (this.#isStepping || this.#blockIds[botId]?.includes(blockId) === true)
  }
}
