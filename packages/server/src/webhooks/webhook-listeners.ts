import type { Session } from '@colloquy/engine'
import { definitionOf } from '@colloquy/flow'
import type { SessionRow, Storage } from '@colloquy/storage'
import type { CompiledFlowCache } from '../caches/compiled-flow-cache.js'

declare module '../service.js' {
  interface Service {
    readonly webhookListeners: WebhookListeners
  }
}

/** A client that listens for the data sent to a session. */
export interface Listener {
  /** Called at most once, without a text when there will be none. */
  receive(text?: string): void
  /** True if the client may still receive the data; asked before it is sent. */
  isAllowed(): Promise<boolean>
}

/**
 * The clients that listen for webhooks. Data sent to a conversation is stored first, and then passed to a client that listens for
 * the block that the conversation waits at, now or later: nothing is lost because a client was not connected yet, or is connected
 * to another instance.
 */
export class WebhookListeners {
  readonly #storage: Storage
  readonly #compiledFlows: CompiledFlowCache
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #unsubscribe: () => void

  /** `report` is called when stored data could not be delivered. */
  constructor(storage: Storage, compiledFlows: CompiledFlowCache, report: (error: unknown) => void) {
    this.#storage = storage
    this.#compiledFlows = compiledFlows
    this.#unsubscribe = storage.changes.subscribe('webhooks', (sessionId) => {
      for (const id of sessionId === undefined ? this.#listeners.keys() : [sessionId]) {
        this.deliver(id).catch((error) => {
          report(error)
          this.dismiss(id)
        })
      }
    })
  }

  /** Adds a listener; the returned function removes it. */
  async listen(sessionId: string, listener: Listener): Promise<() => void> {
    this.#listeners.set(sessionId, (this.#listeners.get(sessionId) ?? new Set()).add(listener))
    const stop = () => {
      const left = this.#listeners.get(sessionId)
      left?.delete(listener)
      if (left?.size === 0) this.#listeners.delete(sessionId)
    }
    await this.deliver(sessionId).catch((error) => {
      stop()
      throw error
    })
    return stop
  }

  count(sessionId: string): number {
    return this.#listeners.get(sessionId)?.size ?? 0
  }

  /** True if a session has the maximum number of listeners. */
  isFull(sessionId: string): boolean {
    return this.count(sessionId) >= maxListeners
  }

  /** Ends the listeners of a session, so that they reconnect: the data that they missed is stored for them. */
  dismiss(sessionId: string): void {
    for (const listener of this.#leave(sessionId)) listener.receive()
  }

  close(): void {
    this.#unsubscribe()
    for (const sessionId of this.#listeners.keys()) this.dismiss(sessionId)
  }

  /** Passes the next webhook to the listeners of a session, if it waits for one. */
  async deliver(sessionId: string): Promise<void> {
    await this.#dismissForbidden(sessionId)
    if (this.count(sessionId) === 0) return
    const row = await this.#storage.sessions.get(sessionId)
    const blockId = row && (await this.waitsAt(row))
    const held = blockId && (await this.#storage.webhooks.take(sessionId, blockId, row.version))
    if (!held) return
    for (const listener of this.#leave(sessionId)) listener.receive(`{"data":${held.body}}`)
  }

  async #dismissForbidden(sessionId: string): Promise<void> {
    for (const listener of this.#listeners.get(sessionId) ?? []) {
      if (await listener.isAllowed()) continue
      // Another call may have ended it meanwhile.
      if (this.#listeners.get(sessionId)?.delete(listener)) listener.receive()
    }
    if (this.count(sessionId) === 0) this.#listeners.delete(sessionId)
  }

  /** Removes and returns all listeners of a session, each to be called once. */
  #leave(sessionId: string): Iterable<Listener> {
    const listeners = this.#listeners.get(sessionId) ?? []
    this.#listeners.delete(sessionId)
    return listeners
  }

  /** Returns the webhook block at which a session waits. */
  async waitsAt(row: SessionRow): Promise<string | undefined> {
    const { currentBlockId, frames } = JSON.parse(row.state) as Session
    const programId = frames[0]?.programId
    if (currentBlockId === undefined || programId === undefined) return undefined
    const compiledFlow = await this.#compiledFlows.byId(programId)
    const block = compiledFlow?.blockById.get(currentBlockId)?.block
    return block && definitionOf(block.type)?.listens ? currentBlockId : undefined
  }
}

const maxListeners = 5
