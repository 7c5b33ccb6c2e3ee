import type { Input, ReplyMessage } from '@colloquy/chat'
import type { Block, FlowEvent, Group, Variable } from '@colloquy/flow'
import type { BlockRegistry, ParsedReply } from './block-runtime.js'
import type { Effectful } from './effect.js'
import { type Program, targetOfEdge, virtualTarget } from './program.js'
import { progressOf } from './progress.js'
import { textContent } from './rich-text.js'
import type { Reply, Session, VariableValue } from './session.js'
import { expand } from './template.js'
import { type Budgets, defaultBudgets, type Refusal, type Turn, type TurnEvent } from './turn.js'
import { TurnState } from './turn-state.js'
import { toStoredValue } from './variables.js'
import { behind, follow, type Position, walk } from './walk.js'

/** What `advance` needs to know; plain data but for the registry of blocks. */
export interface AdvanceInput {
  sessionId: string
  session: Session
  event: TurnEvent
  /** Programs of the session's frames by program id; others are asked for with an effect. */
  programs: ReadonlyMap<string, Program>
  blocks: BlockRegistry
  budgets?: Partial<Budgets>
  /** Asked before each block; true ends the turn for lack of time. */
  isOutOfTime?: () => boolean
}

/**
 * One event in, one turn out. A generator: it yields the I/O that blocks want, is resumed with what came of it, and returns the
 * turn. The same arguments and outcomes give the same turn; the session handed in is left as it was.
 */
export function* advance(input: AdvanceInput): Effectful<Turn | Refusal> {
  const state = new TurnState({
    sessionId: input.sessionId,
    session: input.session,
    event: input.event,
    programs: input.programs,
    blocks: input.blocks,
    budgets: { ...defaultBudgets, ...input.budgets },
    isOutOfTime: input.isOutOfTime ?? (() => false),
  })
  const refusal =
    input.event.kind === 'start' ? yield* start(state, input.event) : yield* reply(state, input.event.message)
  return refusal ?? (yield* conclude(state))
}

/** A session that has not begun, with one frame for the bot. */
export function newSession(options: {
  program: Program
  mode: 'live' | 'preview'
  resultId?: string
  isStreamEnabled?: boolean
  /** Overrides the theme's own switch. */
  isProgressEnabled?: boolean
  /** A remembered result: its variables by name, and its answers. */
  restored?: {
    variables: readonly { name: string; value: VariableValue }[]
    answers: readonly { blockId: string; content: string }[]
  }
}): Session {
  const { program, restored } = options
  const variables: Record<string, VariableValue> = {}
  for (const { name, value } of restored?.variables ?? []) {
    const variable = program.variableByName.get(name)
    if (variable && !hasDefault(variable)) variables[variable.id] = value
  }
  const answers = (restored?.answers ?? []).map((answer) => ({
    key: restoredKey(program, answer.blockId),
    value: answer.content,
  }))
  const isProgressEnabled = options.isProgressEnabled ?? program.theme.general?.progressBar?.isEnabled === true
  return {
    version: 1,
    channel: 'web',
    mode: options.mode,
    frames: [
      {
        programId: program.id,
        ...(options.resultId ? { resultId: options.resultId } : {}),
        variables,
        answers,
        queue: [],
      },
    ],
    ...(options.isStreamEnabled ? { isStreamEnabled: true } : {}),
    ...(isProgressEnabled ? { progress: { totalAnswers: 0 } } : {}),
    visitedEdgeCount: 0,
    historyCount: 0,
    idCount: 0,
  }
}

/** Fills placeholders with the values that the bot at the bottom of a session has, for its theme and settings. */
export function sessionLookup(session: Session, program: Program): (name: string) => VariableValue | undefined {
  const frame = session.frames.at(-1)
  return (name) => {
    const variable = program.variableByName.get(name)
    if (!variable) return undefined
    return frame && Object.hasOwn(frame.variables, variable.id)
      ? frame.variables[variable.id]
      : (variable.value as VariableValue | undefined)
  }
}

// --- start

type StartEvent = Extract<TurnEvent, { kind: 'start' }>

function* start(state: TurnState, event: StartEvent): Effectful<Refusal | undefined> {
  const { startFrom } = event
  if (startFrom?.type === 'group' && !state.program.groupById.has(startFrom.groupId)) {
    return {
      refused: {
        code: 'start_group_not_found',
        message: `The flow has no group "${startFrom.groupId}" to start from.`,
      },
    }
  }
  if (startFrom?.type === 'event' && !state.program.events.some(({ id }) => id === startFrom.eventId)) {
    return {
      refused: {
        code: 'start_event_not_found',
        message: `The flow has no event "${startFrom.eventId}" to start from.`,
      },
    }
  }
  prefill(state, event.prefilledVariables)
  if (event.isOnlyRegistering) return undefined
  return yield* begin(state, event.message, startFrom)
}

function prefill(state: TurnState, values: Record<string, unknown> | undefined): void {
  if (!values) return
  const updates = Object.entries(values).flatMap(([name, value]) => {
    const variable = state.program.variableByName.get(name)
    return variable ? [{ id: variable.id, value }] : []
  })
  const first = entry(state)?.group.blocks[0]
  state.assign(updates, first)
}

/** Runs the flow from its start. A message answers the first input when nothing is shown before it. */
function* begin(
  state: TurnState,
  message?: ReplyMessage,
  startFrom?: StartEvent['startFrom'],
): Effectful<Refusal | undefined> {
  const position = entry(state, startFrom)
  if (position) yield* walk(state, position)
  const asked = state.waitsAt
  const isFreeInput = asked && state.runtimeOf(asked.block)?.kind === 'input' && !isChosen(asked.block)
  const isSilent = state.messages.length === 0 && !state.actions.some((action) => action.expectsDedicatedReply)
  if (!message || message.type === 'command' || !isFreeInput || !isSilent) return undefined
  state.actions.length = 0
  state.logs.length = 0
  return yield* answer(state, asked, message, { mayRunReplyEvent: true })
}

const chosenInputs: readonly string[] = ['cards', 'picture choice input', 'choice input', 'payment input']

function isChosen(block: Block): boolean {
  return chosenInputs.includes(block.type)
}

function entry(state: TurnState, startFrom?: StartEvent['startFrom']): Position | undefined {
  const { program } = state
  if (startFrom?.type === 'group') {
    const group = program.groupById.get(startFrom.groupId)
    return group && { group, index: 0 }
  }
  const event = startFrom ? program.events.find(({ id }) => id === startFrom.eventId) : program.events[0]
  return follow(state, targetOfEdge(program, event?.outgoingEdgeId), true)
}

// --- reply

function* reply(state: TurnState, message: ReplyMessage | undefined): Effectful<Refusal | undefined> {
  const { session } = state
  if (session.ended)
    return { refused: { code: 'session_ended', message: 'This conversation has ended. Start a new one.' } }
  const current = session.currentBlockId === undefined ? undefined : state.program.blockById.get(session.currentBlockId)
  if (message?.type === 'command') {
    const target = commandTarget(state, message.command)
    if (!target)
      return {
        refused: {
          code: 'command_not_found',
          message: `The flow has no command "${message.command}" that leads anywhere.`,
        },
      }
    if (current) return yield* runCommand(state, message.command, current)
  }
  if (!current) {
    restart(state)
    return yield* begin(state, message)
  }
  if (state.runtimeOf(current.block)?.kind === 'input') {
    return yield* answer(state, current, message?.type === 'command' ? undefined : message, { mayRunReplyEvent: true })
  }
  return yield* resume(state, current, message)
}

/** The conversation begins again: answers and marks are forgotten, variables stay. */
function restart(state: TurnState): void {
  const { session } = state
  for (const frame of session.frames) frame.answers = []
  if (session.progress) session.progress.totalAnswers = 0
  delete session.returnMark
  delete session.pendingReply
}

function commandEvent(state: TurnState, command: string): FlowEvent | undefined {
  return state.program.events.find(
    (event) =>
      event.type === 'command' &&
      event.options?.command === command &&
      targetOfEdge(state.program, event.outgoingEdgeId),
  )
}

function commandTarget(state: TurnState, command: string) {
  return targetOfEdge(state.program, commandEvent(state, command)?.outgoingEdgeId)
}

function* runCommand(state: TurnState, command: string, current: Waiting): Effectful<undefined> {
  const event = commandEvent(state, command)
  if (event?.type === 'command' && event.options?.resumeAfter)
    state.frame.queue.unshift(virtualTarget(current.group.id, current.block.id))
  else state.session.returnMark = { blockId: current.block.id }
  yield* goOn(state, follow(state, commandTarget(state, command), true))
  return undefined
}

/** A client's result for a block that waited for one. Without a text the flow just goes on. */
function* resume(
  state: TurnState,
  current: Waiting,
  message: ReplyMessage | undefined,
): Effectful<Refusal | undefined> {
  const runtime = state.runtimeOf(current.block)
  state.isClientResult = true
  if (message?.type === 'text') {
    yield* state.prepare(current.block)
    const resumed = runtime?.resume?.(
      current.block as never,
      message.text,
      state.contextOf(current.block, current.group),
    )
    const result = resumed && 'next' in resumed ? yield* resumed : resumed
    if (result) return { refused: { code: 'invalid_client_result', message: result.invalid } }
  }
  yield* goOn(state, behind(state, current.block))
  return undefined
}

interface Waiting {
  block: Block
  group: Group
}

/** A reply to an input: checked, stored, and the flow goes on; or asked again. */
function* answer(
  state: TurnState,
  current: Waiting,
  message: Reply | undefined,
  options: { mayRunReplyEvent: boolean },
): Effectful<Refusal | undefined> {
  const { block, group } = current
  yield* state.prepare(block)
  const parsed: ParsedReply = state
    .runtimeOf(block)
    ?.parse?.(block as never, message, state.contextOf(block, group)) ?? { kind: 'rejected' }
  const mayRunEvents = options.mayRunReplyEvent && !state.session.pendingReply
  const invalidEvent = parsed.kind === 'rejected' ? leadingEvent(state, 'invalidReply') : undefined
  const replyEvent = !invalidEvent && mayRunEvents ? leadingEvent(state, 'reply') : undefined
  const event = invalidEvent ?? replyEvent
  if (event) {
    assignEventVariables(state, event, current, message)
    state.session.returnMark = { blockId: block.id }
    if (replyEvent) state.session.pendingReply = { blockId: block.id, reply: message ?? null }
    yield* goOn(state, follow(state, targetOfEdge(state.program, event.outgoingEdgeId), true))
    return undefined
  }
  if (parsed.kind === 'rejected') {
    yield* askAgain(state, current)
    return undefined
  }
  if (parsed.kind === 'accepted') save(state, current, message, parsed)
  state.waitsAt = undefined
  yield* goOn(
    state,
    behind(state, block, (parsed.kind === 'accepted' ? parsed.edgeId : undefined) ?? block.outgoingEdgeId),
  )
  return undefined
}

/** Walks on; a reply that an event held back is answered when its input comes up again, or when the event's branch has ended. */
function* goOn(state: TurnState, position: Position | undefined): Effectful<void> {
  state.waitsAt = undefined
  yield* walk(state, position)
  const { session } = state
  const { pendingReply } = session
  if (!pendingReply || state.cutBy) return
  const waitsAt = state.waitsAt as Waiting | undefined
  if (waitsAt && waitsAt.block.id !== pendingReply.blockId) return
  const place = state.program.blockById.get(pendingReply.blockId)
  delete session.pendingReply
  delete session.returnMark
  if (place) yield* answer(state, place, pendingReply.reply ?? undefined, { mayRunReplyEvent: false })
}

function leadingEvent(state: TurnState, type: 'reply' | 'invalidReply') {
  for (const event of state.program.events) {
    if (event.type === type && targetOfEdge(state.program, event.outgoingEdgeId)) return event
  }
  return undefined
}

function assignEventVariables(
  state: TurnState,
  event: FlowEvent,
  { block, group }: Waiting,
  message: Reply | undefined,
): void {
  if (event.type !== 'reply' && event.type !== 'invalidReply') return
  const { contentVariableId, inputNameVariableId, inputTypeVariableId } = event.options ?? {}
  const updates = []
  if (contentVariableId)
    updates.push({ id: contentVariableId, value: message?.type === 'audio' ? message.url : message?.text })
  if (inputTypeVariableId) updates.push({ id: inputTypeVariableId, value: state.runtimeOf(block)?.inputName })
  if (inputNameVariableId) updates.push({ id: inputNameVariableId, value: group.title })
  state.assign(updates, block)
}

const defaultRetryText = 'That answer does not fit here. Please try again.'

function* askAgain(state: TurnState, current: Waiting): Effectful<void> {
  const { block, group } = current
  const own = state.runtimeOf(block)?.retryText?.(block as never, state.contextOf(block, group))
  const general = own ? undefined : state.program.settings.general?.systemMessages?.invalidMessage
  if (general) yield* state.prepared.texts(general)
  const text = own || state.expand(general) || defaultRetryText
  state.say({
    id: block.id,
    type: 'text',
    content: textContent([{ type: 'p', children: [{ text }] }], state.event.textFormat),
  })
  state.session.currentBlockId = block.id
  state.waitsAt = current
}

function save(
  state: TurnState,
  { block, group }: Waiting,
  message: Reply | undefined,
  parsed: Extract<ParsedReply, { kind: 'accepted' }>,
): void {
  const { content } = parsed
  const options = ('options' in block ? block.options : undefined) as InputOptions | undefined
  const attachedFileUrls = message?.type === 'text' ? message.attachedFileUrls : undefined
  if (message?.type === 'text' && content !== message.text) state.lastMessageNewFormat = content
  assignReply(state, message, content, options)
  if (parsed.variables) state.assign(parsed.variables)
  const { resultId } = state.frame
  const variable = options?.variableId === undefined ? undefined : state.program.variableById.get(options.variableId)
  if (resultId) {
    state.answers.push({
      resultId,
      blockId: block.id,
      groupId: group.id,
      variableId: variable?.id ?? null,
      content,
      ...(attachedFileUrls?.length ? { attachedFileUrls } : {}),
    })
  }
  const key = variable?.name || inputTitle(state, group, block)
  const value = attachedFileUrls?.length ? `${attachedFileUrls.join(', ')}\n\n${content}` : content
  state.frame.answers = [...state.frame.answers.filter((entry) => entry.key !== key), { key, value }]
  if (state.session.progress) state.session.progress.totalAnswers += 1
}

interface InputOptions {
  variableId?: string
  attachments?: { isEnabled?: boolean; saveVariableId?: string }
  audioClip?: { isEnabled?: boolean; saveVariableId?: string }
}

function assignReply(
  state: TurnState,
  message: Reply | undefined,
  content: string,
  options: InputOptions | undefined,
): void {
  const { attachments, audioClip, variableId } = options ?? {}
  if (
    message?.type === 'text' &&
    message.attachedFileUrls?.length &&
    attachments?.isEnabled &&
    attachments.saveVariableId
  ) {
    const before = state.value(attachments.saveVariableId)
    const urls = message.attachedFileUrls
    state.assign([
      {
        id: attachments.saveVariableId,
        value: Array.isArray(before) ? [...before, ...urls] : urls.length === 1 ? urls[0] : urls,
      },
    ])
  }
  if (message?.type === 'audio' && audioClip?.isEnabled && audioClip.saveVariableId)
    state.assign([{ id: audioClip.saveVariableId, value: message.url }])
  if (message?.type !== 'text' || variableId === undefined) return
  const before = state.value(variableId)
  state.assign([{ id: variableId, value: Array.isArray(before) && content !== '' ? [...before, content] : content }])
}

/** The group's title, numbered from the second input of the group on. */
function inputTitle(state: TurnState, group: Group, block: Block): string {
  const inputs = group.blocks.filter((candidate) => state.runtimeOf(candidate)?.kind === 'input')
  const index = inputs.indexOf(block)
  if (!group.title) return block.id
  return index > 0 ? `${group.title} (${index})` : group.title
}

// --- end of the turn

function* conclude(state: TurnState): Effectful<Turn> {
  const { session, event } = state
  const waits = state.waitsAt
  const isRegistered = event.kind === 'start' && event.isOnlyRegistering === true
  const isEnd = waits === undefined && !isRegistered
  if (isEnd && session.mode === 'live') {
    delete session.currentBlockId
    if (event.kind === 'reply') session.ended = true
  }
  if (!isRegistered) state.noteResult(state.frame, isEnd && state.frame.answers.length > 0)
  const input = waits ? yield* inputOf(state, waits) : undefined
  const progress = isRegistered ? undefined : progressOf(state, isEnd)
  const dynamicTheme = yield* dynamicThemeOf(state)
  return {
    session,
    messages: state.messages,
    ...(input ? { input } : {}),
    clientSideActions: state.actions,
    logs: state.logs,
    ...(state.lastMessageNewFormat !== undefined ? { lastMessageNewFormat: state.lastMessageNewFormat } : {}),
    ...(dynamicTheme ? { dynamicTheme } : {}),
    ...(progress !== undefined ? { progress } : {}),
    answers: state.answers,
    visitedEdges: state.visitedEdges,
    history: state.history,
    results: [...state.results.values()],
    isEnd,
    ...(state.cutBy ? { cutBy: state.cutBy } : {}),
  }
}

function* inputOf(state: TurnState, { block, group }: Waiting): Effectful<Input | undefined> {
  const runtime = state.runtimeOf(block)
  if (runtime?.kind !== 'input') return undefined
  yield* state.prepare(block)
  const shown = runtime.input?.(block as never, state.contextOf(block, group))
  return shown && 'next' in shown ? yield* shown : shown
}

/** Avatars and background whose address begins with a variable, as they are now. */
function* dynamicThemeOf(state: TurnState): Effectful<Turn['dynamicTheme']> {
  const main = state.session.frames.at(-1)
  const theme = main && state.programOf(main).theme
  if (!theme) return undefined
  const { hostAvatar, guestAvatar } = theme.chat ?? {}
  const templates = {
    hostAvatarUrl: hostAvatar?.isEnabled === false ? undefined : hostAvatar?.url,
    guestAvatarUrl: guestAvatar?.isEnabled === true ? guestAvatar.url : undefined,
    backgroundUrl: theme.general?.background?.content,
  }
  const dynamic = Object.entries(templates).filter(
    (pair): pair is [string, string] => pair[1]?.startsWith('{{') === true,
  )
  if (dynamic.length === 0) return undefined
  yield* state.prepared.texts(dynamic)
  return Object.fromEntries(dynamic.map(([key, template]) => [key, expand(template, state.lookup)]))
}

function hasDefault(variable: Variable): boolean {
  return variable.value !== undefined && variable.value !== null && toStoredValue(variable.value) !== null
}

function restoredKey(program: Program, blockId: string): string {
  const place = program.blockById.get(blockId)
  if (!place) return 'unknown'
  const variableId = ('options' in place.block ? (place.block.options as InputOptions | undefined) : undefined)
    ?.variableId
  return (variableId && program.variableById.get(variableId)?.name) || place.group.title || 'unknown'
}
