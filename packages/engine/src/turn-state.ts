import type { ClientAction, Input, Log, LogCause, Message, RichTextNode } from '@colloquy/chat'
import type { Block, Comparison, Group } from '@colloquy/flow'
import { AnswerSize } from './answer-size.js'
import type { AnyRuntime, BlockRegistry } from './block-runtime.js'
import type { MarkdownBudget } from './bounded-lexer.js'
import { Breakpoints } from './breakpoints.js'
import { deriveId, randomFrom } from './chance.js'
import type { CompiledFlow } from './compiled-flow.js'
import { ComparedTexts, type ComparisonScope, charactersOf, type Operands } from './condition.js'
import type { ContactAttributes } from './contact-attributes.js'
import { copyOfSession } from './copy-of-session.js'
import { cutDetails } from './cut-details.js'
import type { Effectful } from './effect.js'
import { valueIn, valueNamed } from './frame-variables.js'
import { richTextOfMarkdown } from './markdown.js'
import { measureAnswer } from './measure-answer.js'
import { Prepared } from './prepare.js'
import type { Frame, Session, VariableValue } from './session.js'
import { StateSize } from './state-size.js'
import { expand, type Lookup, singlePlaceholder } from './template.js'
import type { Budgets, Turn, TurnEvent } from './turn.js'

/** Work on the Markdown of all values that one turn shows; beyond, Markdown stays as it is written. */
const maxMarkdown = 20_000_000
/** Characters from which looking a text up takes less time than reading its Markdown. */
const longMarkdown = 100

/** A block that waits for its answer. */
export interface Waiting {
  block: Block
  group: Group
}

/** Everything that one turn accumulates while it runs. Its session is a copy; nothing outside changes. */
export class TurnState {
  readonly session: Session
  readonly messages: Message[] = []
  readonly actions: ClientAction[] = []
  readonly logs: Log[] = []
  readonly answers: Turn['answers'] = []
  readonly invalidReplies: Turn['invalidReplies'] = []
  readonly visitedEdges: Turn['visitedEdges'] = []
  readonly results: Turn['results'] = []
  compiledFlows: ReadonlyMap<string, CompiledFlow>
  readonly size: StateSize
  unanswered: Turn['unanswered']
  /** Attributes of the contact; absent as long as no running bot has a variable for one. */
  contact: ContactAttributes | undefined
  lastMessageNewFormat: string | undefined
  lastBubbleBlockId: string | undefined
  streamed: string | undefined
  /** A block that runs as if streaming were unavailable. */
  unstreamed: string | undefined
  /** A reply for the block that asked, which is entered with it. */
  reply: { blockId: string; text: string } | undefined
  /** The message of this turn is the result of a client's action, not a reply. */
  isClientResult = false
  handOver: Turn['handOver']
  /** The conversation is closed before its flow has ended. */
  isClosed = false
  /** A late press of a button, after which nothing happens. */
  isIgnored = false
  steps = 0
  readonly #answer: AnswerSize
  characters = 0
  /** Characters of variables that were inserted into texts. */
  inserted = 0
  /** Characters that were compared. */
  compared = 0
  readonly #comparedTexts = new ComparedTexts()
  cutBy: Turn['cutBy']
  /** The block at which the walk stopped to wait, in this turn. */
  waitsAt: Waiting | undefined
  readonly breakpoints: Breakpoints | undefined

  readonly sessionId: string
  readonly event: TurnEvent
  readonly blocks: BlockRegistry
  readonly budgets: Budgets
  readonly isOutOfTime: () => boolean
  readonly isPauseDue: () => boolean
  readonly publicUrl: string | undefined
  readonly entered: ((block: Block) => void) | undefined
  readonly decided: ((block: Block, itemId: string | undefined) => void) | undefined
  readonly runs: ((block: Block) => void) | undefined

  constructor(options: {
    sessionId: string
    session: Session
    event: TurnEvent
    compiledFlows: ReadonlyMap<string, CompiledFlow>
    blocks: BlockRegistry
    budgets: Budgets
    isOutOfTime: () => boolean
    isPauseDue: () => boolean
    publicUrl?: string
    entered?: (block: Block) => void
    decided?: (block: Block, itemId: string | undefined) => void
    runs?: (block: Block) => void
  }) {
    this.sessionId = options.sessionId
    this.session = copyOfSession(options.session)
    this.event = options.event
    this.compiledFlows = options.compiledFlows
    this.blocks = options.blocks
    this.budgets = options.budgets
    this.isOutOfTime = options.isOutOfTime
    this.isPauseDue = options.isPauseDue
    this.publicUrl = options.publicUrl
    this.entered = options.entered
    this.decided = options.decided
    this.runs = options.runs
    const { messaging, people } = this.event
    if (messaging) this.session.messaging = { referral: this.session.messaging?.referral, ...messaging }
    if (this.session.saidByPeople !== undefined) delete this.session.saidByPeople
    if (people !== undefined) this.session.people = withPeople(this.session.people, people)
    const { breakpoints, stoppedAt } = this.session
    this.breakpoints = breakpoints && new Breakpoints(breakpoints, stoppedAt?.blockId)
    this.#answer = new AnswerSize(options.budgets.bytes)
    this.size = new StateSize(this.session, options.budgets.stateBytes)
  }

  /** A number in [0, 1). Most turns need neither random numbers nor a seed. */
  random(): number {
    const { seed } = this.event
    this.#random ??= randomFrom(typeof seed === 'number' ? seed : seed())
    return this.#random()
  }

  #random: (() => number) | undefined

  get frame(): Frame {
    const [frame] = this.session.frames
    if (!frame) throw new Error('A session has at least one frame.')
    return frame
  }

  get compiledFlow(): CompiledFlow {
    return this.compiledFlowOf(this.frame)
  }

  compiledFlowOf({ programId }: Frame): CompiledFlow {
    if (this.#compiledFlow?.id === programId) return this.#compiledFlow
    const compiledFlow = this.compiledFlows.get(programId)
    if (!compiledFlow) throw new Error(`Program ${programId} was not handed in.`)
    this.#compiledFlow = compiledFlow
    return compiledFlow
  }

  /** The compiled flow that was requested last, which usually is the next one, too. */
  #compiledFlow: CompiledFlow | undefined

  /** Does not modify the map that was passed in. */
  addCompiledFlow(compiledFlow: CompiledFlow): void {
    this.compiledFlows = new Map(this.compiledFlows).set(compiledFlow.id, compiledFlow)
  }

  runtimeOf(block: Block): AnyRuntime | undefined {
    return this.blocks.get(block.type)
  }

  newId(): string {
    this.session.idCount += 1
    return deriveId(this.sessionId, this.session.idCount)
  }

  value(id: string | undefined): VariableValue | undefined {
    if (id === undefined) return undefined
    return valueIn(this.frame, this.compiledFlow, id)
  }

  /** Inline code and patterns of the running bot that have already been run. */
  get prepared(): Prepared {
    const { frame } = this
    if (this.#prepared?.frame !== frame)
      this.#prepared = { frame, of: new Prepared(this.compiledFlow, frame, (cause, log) => this.logOnce(cause, log)) }
    return this.#prepared.of
  }

  #prepared: { frame: Frame; of: Prepared } | undefined

  /** Looks up what texts insert. Beyond the limit of a turn, variables are unset. */
  get lookup(): Lookup {
    this.#lookup ??= Object.assign((name: string) => this.#insert(this.valueNamed(name)), {
      inlineResult: (code: string) => this.prepared.inlineResult(code),
    })
    return this.#lookup
  }

  /** Reads the Markdown of a value; the result must not be modified. Texts that are read more than once cost nothing. */
  readMarkdown(text: string): RichTextNode[] {
    const known = this.#markdown?.get(text)
    if (known) return known
    const nodes = richTextOfMarkdown(text, this.isOutOfTime() ? { left: 0 } : this.#markdownBudget)
    if (text.length > longMarkdown) {
      this.#markdown ??= new Map()
      this.#markdown.set(text, nodes)
    }
    return nodes
  }

  #markdown: Map<string, RichTextNode[]> | undefined
  readonly #markdownBudget: MarkdownBudget = { left: maxMarkdown }

  valueNamed(name: string): VariableValue | undefined {
    return valueNamed(this.frame, this.compiledFlow, name)
  }

  #insert(value: VariableValue | undefined): VariableValue | undefined {
    if (value === undefined || value === null) return value
    this.inserted += charactersOf(value)
    if (!this.#hasInsertedTooMuch()) return value
    const max = this.budgets.insertedCharacters.toLocaleString('en-US')
    this.tellOnce(
      'turn-limit',
      `Variables were left out of texts: a turn inserts at most ${max} of their characters.`,
      undefined,
    )
    return undefined
  }

  #hasInsertedTooMuch(): boolean {
    return this.inserted > this.budgets.insertedCharacters
  }

  #lookup: Lookup | undefined

  expand(text: string | undefined): string {
    return text?.includes('{{') ? expand(text, this.lookup) : (text ?? '')
  }

  /** Must run before a block expands a text or evaluates a condition. */
  prepare(block: Block): Effectful<void> {
    const scope = this.comparisonScope(block)
    return this.prepared.block(block, scope.operandsOf, scope)
  }

  comparisonScope(block: Block): ComparisonScope {
    const maxPairs = this.budgets.comparedPairs
    return {
      maxPairs,
      operandsOf: (comparison) => operandsOf(this, comparison),
      holdsByPattern: (comparison) => this.prepared.holdsByPattern(comparison),
      texts: this.#comparedTexts,
      isOutOfTime: this.isOutOfTime,
      isPauseDue: this.isPauseDue,
      tooManyPairs: () =>
        this.tellOnce(
          'full-session',
          `A comparison of more than ${maxPairs} pairs of list items does not hold.`,
          block,
        ),
      takesCharacters: (count) => this.#compares(count, block),
    }
  }

  #compares(characters: number, block: Block): boolean {
    this.compared += characters
    const max = this.budgets.comparedCharacters
    if (this.compared <= max) return true
    this.tellOnce(
      'turn-limit',
      `A comparison does not hold: a turn compares at most ${max.toLocaleString('en-US')} characters.`,
      block,
    )
    return false
  }

  /** In a preview the author is led from a log to its block and to what causes it. */
  log(cause: LogCause, log: Log, blockId?: string): void {
    const origin = this.session.mode === 'preview' && { cause, ...(blockId !== undefined && { blockId }) }
    this.logs.push({ ...log, ...(log.details !== undefined && { details: cutDetails(log.details) }), ...origin })
  }

  /** Drops a log whose description was already logged: a loop would repeat it in every round. */
  logOnce(cause: LogCause, log: Log, blockId?: string): void {
    if (!this.logs.some(({ description }) => description === log.description)) this.log(cause, log, blockId)
  }

  tellOnce(cause: LogCause, description: string, block: { id: string } | undefined): void {
    this.logOnce(cause, { status: 'error', description, ...(block && { context: block.id }) }, block?.id)
  }

  say(message: Message): void {
    this.messages.push(message)
    this.#answer.add(message)
  }

  act(actions: readonly ClientAction[]): void {
    for (const action of actions) {
      this.actions.push(action)
      this.#answer.add(action)
    }
  }

  /** False if the response is too large with this input. */
  takesInput(input: Input): boolean {
    this.#answer.add(input)
    return !this.#answer.isExceeded()
  }

  /** The budget that is used up, if any. */
  overBudget(): Turn['cutBy'] {
    if (this.steps > this.budgets.steps) return 'steps'
    if (this.messages.length >= this.budgets.messages) return 'messages'
    if (this.#answer.isExceeded()) return 'bytes'
    if (this.characters > this.budgets.characters || this.#hasInsertedTooMuch()) return 'characters'
    return this.isOutOfTime() ? 'time' : undefined
  }

  visit(edgeId: string): void {
    const { resultId } = this.frame
    if (resultId) this.visitedEdges.push({ resultId, index: this.session.visitedEdgeCount, edgeId })
    this.session.visitedEdgeCount += 1
  }
}

/** Entries of what people have said that models get at most: those of the last times. */
const maxPeople = 3

function withPeople(before: Session['people'], entry: string): NonNullable<Session['people']> {
  const { count = 0, entries = [] } = before ?? {}
  return { count: count + 1, entries: [...entries, entry].slice(-maxPeople) }
}

function operandsOf(state: TurnState, comparison: Comparison): Operands | undefined {
  if (!comparison.variableId || !comparison.comparisonOperator) return undefined
  const input = state.value(comparison.variableId) ?? null
  const { value, variableId } = comparison
  if (value === 'undefined' || value === 'null') return { input, value: null }
  const name = singlePlaceholder(value)
  const single = name === undefined ? undefined : state.valueNamed(name)
  const measure = (text: string) => (state.isOutOfTime() ? undefined : measureAnswer(state, variableId, text))
  return { input, value: single ?? state.expand(value), measure }
}
