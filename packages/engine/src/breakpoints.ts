import type { Session } from './session.js'

/** Breakpoints of a preview during one turn. A live session has none, and its walk does not check for them. */
export class Breakpoints {
  readonly #blockIds: Readonly<Record<string, readonly string[]>>
  readonly #isStepping: boolean
  #passed: string | undefined

  constructor({ blockIds, isStepping }: NonNullable<Session['breakpoints']>, passed: string | undefined) {
    this.#blockIds = blockIds
    this.#isStepping = isStepping === true
    this.#passed = passed
  }

  /** True if the walk stops before this block. It passes the block at which it has just stopped, and stops there again when it returns. */
  stopsBefore(botId: string, blockId: string): boolean {
    const isPassed = this.#passed === blockId
    this.#passed = undefined
    return !isPassed && (this.#isStepping || this.#blockIds[botId]?.includes(blockId) === true)
  }
}
