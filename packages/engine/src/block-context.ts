import type { Log, LogCause, Message } from '@colloquy/chat'
import { addressFieldsOf, type Block, type Condition, type Group } from '@colloquy/flow'
import type { ModelRequest } from '@colloquy/flow/integrations'
import { askModel } from './ask-model.js'
import { assign } from './assign.js'
import type { BlockContext, VariableUpdate } from './block-runtime.js'
import type { CompiledFlow } from './compiled-flow.js'
import { isMet } from './condition.js'
import type { TranscriptEntry } from './effect.js'
import { scriptText, variableNamed } from './frame-variables.js'
import { maskText } from './masking/mask-request.js'
import { remember } from './memory.js'
import { nextBlock } from './next-block.js'
import { runBlock } from './run-block.js'
import { expandDeep, piecesOf, singlePlaceholder, typedPiecesOf } from './template.js'
import { transcriptOf } from './transcript.js'
import type { TurnState } from './turn-state.js'

/** Maximum number of unanswered questions that are recorded per turn. */
const maxUnanswered = 5

/** The interface of a block to this turn. */
export function contextOf(state: TurnState, block: Block, group: Group): BlockContext {
  return new TurnContext(state, block, group)
}

/** A class, because a turn creates several and a block uses few members of each: the others are not created. */
class TurnContext implements BlockContext {
  readonly compiledFlow: CompiledFlow
  readonly group: Group
  readonly #state: TurnState
  readonly #block: Block

  constructor(state: TurnState, block: Block, group: Group) {
    this.compiledFlow = state.compiledFlow
    this.group = group
    this.#state = state
    this.#block = block
  }

  get now() {
    return this.#state.event.now
  }

  get mode() {
    return this.#state.session.mode
  }

  get isDryRun() {
    return this.#state.session.isDryRun === true
  }

  get channel() {
    return this.#state.session.channel
  }

  get messaging() {
    return this.#state.session.messaging
  }

  get isStreamEnabled() {
    return this.#state.session.isStreamEnabled === true && this.#state.unstreamed !== this.#block.id
  }

  get resultId() {
    return this.#state.frame.resultId
  }

  get resultsUrl() {
    const { publicUrl } = this.#state
    return publicUrl && `${publicUrl}/bots/${this.compiledFlow.botId}/results`
  }

  get textFormat() {
    return this.#state.event.textFormat
  }

  get answers() {
    return this.#state.frame.answers
  }

  get valueByName() {
    return this.#state.lookup
  }

  random() {
    return this.#state.random()
  }

  newId() {
    return this.#state.newId()
  }

  log(cause: LogCause, log: Log) {
    this.#state.log(cause, { ...log, context: log.context ?? this.#block.id }, this.#block.id)
  }

  value(id: string | undefined) {
    return this.#state.value(id)
  }

  variableName(id: string | undefined) {
    return id === undefined ? undefined : this.compiledFlow.variableById.get(id)?.name
  }

  assign(updates: VariableUpdate[]) {
    assign(this.#state, updates, this.#block)
  }

  expand(text: string | undefined) {
    return this.#state.expand(text)
  }

  pieces(text: string | undefined) {
    return piecesOf(text, this.#state.lookup)
  }

  typedPieces(text: string | undefined) {
    return typedPiecesOf(text, this.#state.lookup)
  }

  expandDeep<T>(value: T) {
    return expandDeep(value, this.#state.lookup, addressFieldsOf(this.#block.type))
  }

  script(code: string) {
    return scriptText(this.#state.frame, this.compiledFlow, code)
  }

  singleVariable(text: string | undefined) {
    const name = singlePlaceholder(text)
    return name === undefined ? undefined : variableNamed(this.#state.frame, this.compiledFlow, name)
  }

  isMet(condition: Condition | undefined) {
    return isMet(condition, this.#state.comparisonScope(this.#block))
  }

  readMarkdown(text: string) {
    return this.#state.readMarkdown(text)
  }

  get isPauseDue() {
    return this.#state.isPauseDue()
  }

  nextBlock(current: Block) {
    return nextBlock(this.compiledFlow, current)
  }

  askModel(request: ModelRequest) {
    return askModel(this.#state, request)
  }

  *runBlock(blockId: string) {
    const run = yield* runBlock(this.#state, blockId, contextOf)
    this.#state.runs?.(this.#block)
    return run
  }

  takeReply() {
    const { reply } = this.#state
    if (reply?.blockId !== this.#block.id) return undefined
    this.#state.reply = undefined
    return reply.text
  }

  recall() {
    return this.#state.frame.memories?.[this.#block.id]
  }

  remember(text: string | undefined) {
    return remember(this.#state, this.#block, text)
  }

  say(message: Message) {
    this.#state.say(message)
    this.#state.lastBubbleBlockId = this.#block.id
  }

  masked(text: string) {
    return maskText(this.#state, text)
  }

  noteUnanswered(baseId: string, question: string) {
    const masked = this.masked(question)
    const noted = this.#state.unanswered ?? []
    if (masked !== undefined && noted.length < maxUnanswered)
      this.#state.unanswered = [...noted, { baseId, question: masked }]
  }

  keepOutOfResults(id: string) {
    const { frame } = this.#state
    const kept = frame.sessionVariableIds ?? []
    if (!kept.includes(id)) frame.sessionVariableIds = [...kept, id]
  }

  get people() {
    return this.#state.session.people ?? nobody
  }

  saidNow() {
    return saidNow(this.#state)
  }

  markReturn(blockId: string) {
    this.#state.session.returnMark = { blockId }
  }

  takeReturnMark() {
    const { session } = this.#state
    const blockId = session.returnMark?.blockId
    delete session.returnMark
    return blockId
  }
}

const nobody = { count: 0, entries: [] }

function saidNow(state: TurnState): TranscriptEntry[] {
  const { message } = state.event
  const { lastMessageNewFormat, messages, streamed } = state
  return transcriptOf([
    {
      messages,
      lastMessageNewFormat,
      ...(streamed && { streamed }),
      ...(state.event.people !== undefined && { people: state.event.people }),
      ...(state.isClientResult || !message ? {} : { message }),
    },
  ])
}
