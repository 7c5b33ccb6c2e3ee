import type { ActionOutcome } from './action-context.js'
import { afterAnswer, afterInvalidReply } from './after-answer.js'
import { type ChatRecord, type ChatState, emptyState, type GuestEntry, recordOf } from './chat-state.js'
import type { ConversationOptions, VisitorReply } from './conversation-options.js'
import { pauseBetween, typingDelay } from './typing-delay.js'
import type { ClientAction, Log, SentMessage, TurnAnswer } from './wire.js'

/**
 * One chat from its start to its end: plays back turns item by item, sends replies until they are answered, and saves both across reloads.
 * It is independent of the page; `subscribe` notifies of changes to `state`.
 */
export class Conversation {
  state: ChatState = emptyState
  readonly #options: ConversationOptions
  readonly #listeners = new Set<() => void>()
  readonly #stopListening: () => void
  #life = new AbortController()
  #skip = new AbortController()
  #lastId = 0
  /** The pending reply belongs to this tab; no other tab is sending it. */
  #isDelivering = false
  #settled: Promise<void> = Promise.resolve()

  constructor(options: ConversationOptions) {
    this.#options = options
    this.#stopListening = options.memory.onElsewhere((record) => this.#meet(record))
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Continues the saved chat, or starts one. */
  begin(): Promise<void> {
    if (this.state.phase === 'idle') this.#settled = this.#begin()
    return this.#settled
  }

  async #begin(): Promise<void> {
    const record = this.#options.handed ?? this.#options.memory.read()
    if (!record) return this.#start()
    this.#restore(record)
    this.#options.events?.init?.()
    const brought = record.input && !record.pending ? await this.#options.broughtBack?.(record.input) : undefined
    if (brought) this.reply(record.turn, brought)
    else if (record.pending) await this.#deliver()
    else await this.#play(true)
  }

  /** Accepts the answer to the input of a turn. False if the input is no longer current or is already being answered. */
  reply(turn: number, reply: VisitorReply): boolean {
    const { state } = this
    const isAwaited = state.input || state.isWaitingForPage
    if (turn !== state.turn || state.pending || state.steps.length > 0 || !isAwaited) return false
    if (!state.input) {
      this.#send(reply.message)
      return true
    }
    const { message, label, files } = reply
    const text = label ?? (message?.type === 'text' ? message.text : '')
    const isShown = text !== '' || files !== undefined
    const entry: GuestEntry = { kind: 'guest', id: this.newId(), turn, text, files, ...this.#avatar('guestAvatarUrl') }
    const blockId = state.input.id
    this.#send(message, isShown ? entry : undefined, label !== undefined)
    this.#options.events?.answer?.({ message: text, blockId })
    return true
  }

  /** Sends a command to the flow, once the pending reply has been answered. */
  async command(command: string): Promise<void> {
    await this.#settled
    if (this.state.phase === 'ready' && !this.state.pending) this.#send({ type: 'command', command })
  }

  /** Shows at once what is being typed. */
  skipTyping(): void {
    this.#skip.abort()
    this.#skip = new AbortController()
  }

  /** Starts from the beginning; the previous conversation is forgotten here, but not by the service. */
  async restart(): Promise<void> {
    const resultId = this.state.notice?.kind === 'expired' ? this.state.session?.resultId : undefined
    this.#life.abort()
    this.#life = new AbortController()
    this.#isDelivering = false
    this.#options.memory.clear()
    this.state = emptyState
    await this.#start(resultId)
  }

  close(): void {
    this.#life.abort()
    this.#stopListening()
    this.#listeners.clear()
  }

  async #start(resultId?: string): Promise<void> {
    const { connection, request, newKey, events } = this.#options
    this.set({ phase: 'starting' })
    const { signal } = this.#life
    const body = resultId === undefined ? request.body : { ...request.body, resultId }
    const outcome = await connection.start({ ...request, body }, newKey(), this.#onTrouble, signal)
    if (signal.aborted) return
    if (outcome.kind === 'refused') {
      this.set({ phase: 'refused', notice: { kind: 'refused', text: outcome.message } })
      return
    }
    const { sessionId, resultId: newResultId, bot } = outcome.answer
    this.set({ phase: 'ready', session: { sessionId, resultId: newResultId, bot }, notice: undefined })
    events?.init?.()
    await this.take(outcome.answer)
  }

  #send(message: SentMessage | undefined, entry?: GuestEntry, isLabelled = false): void {
    const pending = { key: this.#options.newKey(), message, isLabelled, entryId: entry?.id }
    this.set({ pending, entries: entry ? [...this.state.entries, entry] : this.state.entries, notice: undefined })
    this.keep()
    this.#settled = this.#deliver()
  }

  /** Sends the pending reply until it is answered; exclusively, so that two tabs do not answer the same question. */
  async #deliver(): Promise<void> {
    const { connection, memory } = this.#options
    const { session, pending } = this.state
    const { signal } = this.#life
    if (!session || !pending) return
    this.#isDelivering = true
    const outcome = await memory.alone(session.sessionId, async () => {
      const kept = memory.read()
      if (kept?.session?.sessionId === session.sessionId && kept.turn > this.state.turn) return kept
      const answered = await connection.reply(session.sessionId, pending.message, pending.key, this.#onTrouble, signal)
      if (answered.kind === 'answered' && !signal.aborted) this.#accept(answered.answer)
      return answered
    })
    this.#isDelivering = false
    if (signal.aborted) return
    if (!('kind' in outcome)) this.#overtaken(outcome)
    else if (outcome.kind === 'answered') await this.#play()
    else this.#refused(outcome.status, outcome.message)
  }

  /** Another tab has answered first: its conversation is shown, and this reply is not sent. */
  #overtaken(record: ChatRecord): void {
    const wasSaid = this.state.pending?.entryId
    this.#restore({ ...record, pending: undefined })
    if (wasSaid) this.set({ notice: { kind: 'elsewhere' } })
  }

  #refused(status: number, text?: string): void {
    const change = afterInvalidReply(this.state, status, text)
    this.set(change)
    if (change.notice?.kind === 'expired') this.#options.memory.clear()
    else this.keep()
  }

  /** Shows a turn. */
  /** Shows a turn of the bot. */
  async take(answer: TurnAnswer): Promise<void> {
    this.#accept(answer)
    await this.#play()
  }

  #accept(answer: TurnAnswer): void {
    this.set(afterAnswer(this.state, answer))
    this.keep()
    if (answer.logs?.length) this.#options.events?.logs?.(answer.logs)
  }

  /** Plays back the turn, one item after another. */
  async #play(isQuick = false): Promise<void> {
    const { signal } = this.#life
    for (let step = this.state.steps[0]; step; step = this.state.steps[0]) {
      if (step.kind === 'message') {
        if (!isQuick) await this.#type(step.message)
        if (signal.aborted) return
        this.#show(step.message)
      } else {
        const isOver = await this.#perform(step.action)
        if (isOver || signal.aborted) return
      }
    }
    const { input, isWaitingForPage, isEnded, turn } = this.state
    if (input) this.#options.events?.input?.(input)
    else if (!isWaitingForPage && !isEnded && turn > 0) {
      this.set({ isEnded: true })
      this.#options.events?.end?.()
    }
    this.keep()
  }

  async #type(message: Parameters<typeof typingDelay>[0]): Promise<void> {
    const settings = this.state.session?.bot.settings.typingEmulation
    const previous = this.state.entries.at(-1)
    const wait = (milliseconds: number) =>
      this.#options.surroundings.sleep(milliseconds, AbortSignal.any([this.#life.signal, this.#skip.signal]))
    if (!this.#options.isCalm()) {
      const delay = typingDelay(message, settings, !previous)
      if (previous?.kind === 'bot') await wait(pauseBetween(settings))
      if (delay > 0) {
        this.set({ isTyping: true })
        await wait(delay)
      }
    }
    this.set({ isTyping: false })
  }

  #show(message: Parameters<typeof typingDelay>[0]): void {
    const { entries, steps, turn } = this.state
    const entry = { kind: 'bot' as const, id: this.newId(), turn, message, ...this.#avatar('hostAvatarUrl') }
    this.set({ entries: [...entries, entry], steps: steps.slice(1) })
    this.keep()
  }

  /** Runs one action; true when its reply has been sent, which starts the next turn. */
  async #perform(action: ClientAction): Promise<boolean> {
    const { steps } = this.state
    const isAwaited = action.expectsDedicatedReply === true
    // Actions that the flow does not wait for are not repeated if the page is left meanwhile, as by a redirect.
    if (!isAwaited) {
      this.set({ steps: steps.slice(1) })
      this.keep()
    }
    const { signal } = this.#life
    const outcome = await this.#options.act(action, this, signal).catch(
      (error): ActionOutcome => ({
        kind: 'failed',
        log: { status: 'error', description: `The action ${action.type} failed`, details: String(error) },
      }),
    )
    if (signal.aborted) return true
    if (outcome.kind === 'failed') this.log(outcome.log)
    if (!isAwaited) return false
    this.set({ steps: [] })
    this.#send(outcome.kind === 'reply' ? { type: 'text', text: outcome.text } : undefined)
    await this.#settled
    return true
  }

  /** Adopts what another tab has shown or said in this same session. Its actions stay with that tab. */
  #meet(record: ChatRecord): void {
    const { session, turn, notice } = this.state
    if (!session || record.session?.sessionId !== session.sessionId || record.turn < turn || this.#isDelivering) return
    const shown = record.steps.flatMap((step) =>
      step.kind === 'message'
        ? [{ kind: 'bot' as const, id: this.newId(), turn: record.turn, message: step.message }]
        : [],
    )
    this.#restore({ ...record, entries: [...record.entries, ...shown], steps: [] })
    this.set({ notice })
  }

  #restore(record: ChatRecord): void {
    this.#lastId = Math.max(this.#lastId, ...record.entries.map((entry) => entry.id))
    if (record.wait) record.wait.after = 0
    this.state = emptyState
    this.set({ ...record, phase: 'ready' })
  }

  readonly #onTrouble = (attempts: number, retry: () => void) => {
    if (attempts > 1) this.set({ notice: { kind: 'offline', retry } })
  }

  /** Reports a client-side failure to the author and the page. */
  log(log: Log): void {
    const { session } = this.state
    if (session) this.#options.connection.log(session.sessionId, [log])
    this.#options.events?.logs?.([log])
  }

  #avatar(name: 'hostAvatarUrl' | 'guestAvatarUrl'): { avatarUrl?: string } {
    const avatarUrl = this.state.dynamicTheme?.[name]
    return avatarUrl ? { avatarUrl } : {}
  }

  /** Id of a new line of the transcript. */
  newId(): number {
    return ++this.#lastId
  }

  /** Saves the state. */
  keep(): void {
    this.#options.memory.write(recordOf(this.state))
    this.#options.events?.persisted?.()
  }

  set(change: Partial<ChatState>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
