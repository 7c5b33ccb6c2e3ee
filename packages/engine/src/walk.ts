import type { Block, Group } from '@colloquy/flow'
import { awaitStream } from './await-stream.js'
import type { Outcome } from './block-runtime.js'
import { type CompiledFlow, targetOfEdge, virtualTarget } from './compiled-flow.js'
import { type Effectful, pause } from './effect.js'
import { enter } from './enter.js'
import { valueIn, valueNamed } from './frame-variables.js'
import { loadContact } from './load-contact.js'
import { nextBlock } from './next-block.js'
import { noteResult } from './note-result.js'
import type { Frame, Session, Target } from './session.js'
import type { TurnState } from './turn-state.js'

/** Position of the walk: before the block with this index. */
export interface Position {
  group: Group
  index: number
}

/** Outcome of a run through a group. */
type GroupEnd = { kind: 'wait' } | { kind: 'go'; position: Position | undefined } | { kind: 'cut' }

/**
 * Walks from a position until the flow waits for something, has ended, or a budget is used up. Linked bots are left when they have ended.
 */
export function* walk(state: TurnState, start: Position | undefined): Effectful<void> {
  let position = start ?? unwind(state)
  while (position) {
    const end = yield* runGroup(state, position)
    if (end.kind !== 'go') return
    position = end.position ?? unwind(state)
  }
}

/** The target of an edge in the running bot. An edge other than the block's own is recorded as visited. */
export function follow(state: TurnState, target: Target | undefined, isOwnEdge: boolean): Position | undefined {
  const group = target && state.compiledFlow.groupById.get(target.groupId)
  if (!target || !group) return undefined
  if (!isOwnEdge) state.visit(target.edgeId)
  if (target.blockId === undefined) return { group, index: 0 }
  const index = group.blocks.findIndex((block) => block.id === target.blockId)
  return { group, index: index < 0 ? Math.max(0, group.blocks.length - 1) : index }
}

/** The position at which a stopped walk continues: before its block, which may have moved, or else before the block that replaced it. */
export function resumePosition(state: TurnState, stopped: NonNullable<Session['stoppedAt']>): Position | undefined {
  const location = state.compiledFlow.blockById.get(stopped.blockId)
  if (location) return location
  const group = state.compiledFlow.groupById.get(stopped.groupId)
  return group && { group, index: stopped.index }
}

/** The position directly after a block: the target of its own edge, else the rest of its group. */
export function positionAfter(state: TurnState, block: Block, edgeId = block.outgoingEdgeId): Position | undefined {
  if (edgeId !== undefined)
    return follow(state, targetOfEdge(state.compiledFlow, edgeId), edgeId === block.outgoingEdgeId)
  const location = state.compiledFlow.blockById.get(block.id)
  return location && location.index + 1 < location.group.blocks.length
    ? { group: location.group, index: location.index + 1 }
    : undefined
}

/** The branch has ended: continues at a queued target, leaving linked bots on the way. */
function unwind(state: TurnState): Position | undefined {
  const { session } = state
  if (state.messages.at(-1)?.type === 'embed') return undefined
  for (;;) {
    const target = state.frame.queue.shift()
    if (session.frames.length > 1) leaveLinkedBot(state)
    else if (!target) return undefined
    const position = follow(state, target, false)
    if (position) return position
    if (session.frames.length === 1 && state.frame.queue.length === 0) return undefined
  }
}

/** Continues in the bot that links to the running one. */
export function leaveLinkedBot(state: TurnState): void {
  const child = state.session.frames[0] as Frame
  const childFlow = state.compiledFlowOf(child)
  if (!child.mergesIntoParent) noteResult(state, child, child.answers.length > 0)
  state.session.frames.shift()
  state.size.hasShrunk()
  if (!child.mergesIntoParent) return
  const { frame, compiledFlow } = state
  for (const variable of compiledFlow.variables) {
    if (variable.attribute) continue
    const value = valueNamed(child, childFlow, variable.name)
    if (value !== undefined && value !== null) frame.variables[variable.id] = value
  }
  inherit(frame, compiledFlow, child, childFlow)
  const keys = new Set(frame.answers.map((answer) => answer.key))
  frame.answers.push(...child.answers.filter((answer) => !keys.has(answer.key)))
}

/** Keeps the values of a merged bot for which this one has no variable with the same name. */
function inherit(frame: Frame, compiledFlow: CompiledFlow, child: Frame, childFlow: CompiledFlow): void {
  const left = new Map(frame.inherited?.map((entry) => [entry.name, entry]))
  for (const { id, name, isSessionVariable, attribute } of childFlow.variables) {
    if (attribute) continue
    const value = valueIn(child, childFlow, id)
    if (value !== undefined && value !== null)
      left.set(name, { id, name, value, ...(isSessionVariable && { isSessionVariable }) })
  }
  for (const entry of child.inherited ?? []) left.set(entry.name, entry)
  const unknown = [...left.values()].filter(
    ({ id, name }) => !compiledFlow.variableByName.has(name) && !compiledFlow.variableById.has(id),
  )
  if (unknown.length > 0) frame.inherited = unknown
}

function* runGroup(state: TurnState, { group, index }: Position): Effectful<GroupEnd> {
  let last: Block | undefined
  for (let i = index; i < group.blocks.length; i++) {
    const block = group.blocks[i] as Block
    if (state.isPauseDue()) yield* pause()
    state.steps += 1
    const cutBy = state.overBudget()
    if (cutBy) return cut(state, cutBy)
    last = block
    if (block.isMuted === true) continue
    if (state.breakpoints?.stopsBefore(state.compiledFlow.botId, block.id)) return stop(state, group, i)
    state.entered?.(block)
    state.runs?.(block)
    const entered = enter(state, block, group)
    const outcome = 'kind' in entered ? entered : yield* entered
    switch (outcome.kind) {
      case 'continue':
        state.decided?.(block, undefined)
        continue
      case 'say':
        state.say(outcome.message)
        state.lastBubbleBlockId = block.id
        if (outcome.waits) return wait(state, block, group)
        continue
      case 'ask':
        return wait(state, block, group)
      case 'act': {
        const lastBubbleBlockId = state.lastBubbleBlockId
        state.act(outcome.actions.map((action) => (lastBubbleBlockId ? { ...action, lastBubbleBlockId } : action)))
        if (outcome.actions.some((action) => action.expectsDedicatedReply)) return wait(state, block, group)
        continue
      }
      case 'stream': {
        const { variableIds, bubbleId } = outcome
        awaitStream(state, { blockId: block.id, bubbleId, variableIds, status: 'awaited' })
        return wait(state, block, group)
      }
      case 'hand over':
        state.handOver = {
          ...(outcome.note && { note: outcome.note }),
          ...(outcome.teamId !== undefined && { teamId: outcome.teamId }),
        }
        state.session.person = { blockId: block.id }
        state.session.hasPeople = true
        return wait(state, block, group)
      case 'leave':
        state.decided?.(block, outcome.itemId)
        if (outcome.edgeId === undefined) return { kind: 'go', position: undefined }
        return {
          kind: 'go',
          position: follow(
            state,
            targetOfEdge(state.compiledFlow, outcome.edgeId),
            outcome.edgeId === block.outgoingEdgeId,
          ),
        }
      case 'jump':
        return { kind: 'go', position: follow(state, outcome.target, false) }
      case 'link':
        if (!enterLinkedBot(state, block, outcome)) continue
        if (state.compiledFlow.attributes) yield* loadContact(state)
        return { kind: 'go', position: follow(state, outcome.target, false) }
    }
  }
  return {
    kind: 'go',
    position: last?.outgoingEdgeId
      ? follow(state, targetOfEdge(state.compiledFlow, last.outgoingEdgeId), true)
      : undefined,
  }
}

function wait(state: TurnState, block: Block, group: Group): GroupEnd {
  state.session.currentBlockId = block.id
  state.waitsAt = { block, group }
  return { kind: 'wait' }
}

/** Seconds that a client waits unless the page ends the wait: the maximum of the widget. */
const maxStopLength = 86_400

/**
 * Stops a preview before a block. For its client this is a wait whose end it has to report, so that every client supports it; the one
 * beside the canvas gets a signal. It refers to no message of the turn, so it is played last.
 */
function stop(state: TurnState, group: Group, index: number): GroupEnd {
  const { session } = state
  const { id } = group.blocks[index] as Block
  delete session.currentBlockId
  session.stoppedAt = { groupId: group.id, blockId: id, index }
  if (session.breakpoints) session.breakpoints = { blockIds: session.breakpoints.blockIds }
  state.actions.push({
    type: 'wait',
    wait: { secondsToWaitFor: maxStopLength },
    expectsDedicatedReply: true,
    lastBubbleBlockId: `before ${id}`,
  })
  return { kind: 'wait' }
}

const budgetNames = {
  steps: 'steps',
  messages: 'messages',
  bytes: 'bytes of messages, actions and input',
  characters: 'characters of variables',
  time: 'time',
}

function cut(state: TurnState, cutBy: NonNullable<TurnState['cutBy']>): GroupEnd {
  endTurnAtLimit(state, cutBy)
  return { kind: 'cut' }
}

export function endTurnAtLimit(state: TurnState, cutBy: NonNullable<TurnState['cutBy']>): void {
  state.cutBy = cutBy
  state.log('turn-limit', {
    status: 'error',
    description: `The turn was ended: it had used up its ${budgetNames[cutBy]}. Does the flow run in a circle without asking anything?`,
  })
}

/** Maximum number of bots on top of each other: ends a loop of links before it fills the session. */
const deepestLink = 100

/** False, with a log, if no further bot can be put on top. */
function enterLinkedBot(state: TurnState, block: Block, link: Extract<Outcome, { kind: 'link' }>): boolean {
  const { session, frame: parent } = state
  if (session.frames.length >= deepestLink)
    return notLinked(
      state,
      block,
      `${deepestLink} linked bots are running already: do they link each other in a circle?`,
    )
  const resume = link.resumesAt ?? behindTarget(state, block)
  state.addCompiledFlow(link.compiledFlow)
  const isSameBot = link.compiledFlow.id === parent.programId
  const variables: Frame['variables'] = {}
  if (isSameBot) Object.assign(variables, parent.variables)
  else {
    for (const variable of link.compiledFlow.variables) {
      if (variable.attribute) continue
      for (const outer of session.frames) {
        const outerFlow = state.compiledFlowOf(outer)
        const isKnown = outerFlow.variableByName.has(variable.name)
        const value = valueNamed(outer, outerFlow, variable.name)
        if (!isKnown && value === undefined) continue
        if (value !== undefined && value !== null) variables[variable.id] = value
        break
      }
    }
  }
  const mergesIntoParent = link.mergesIntoParent || isSameBot
  const resultId = session.mode === 'preview' ? undefined : mergesIntoParent ? parent.resultId : state.newId()
  const frame: Frame = {
    programId: link.compiledFlow.id,
    ...(resultId ? { resultId } : {}),
    variables,
    answers: mergesIntoParent ? [...parent.answers] : [],
    queue: resume ? [resume] : [],
    mergesIntoParent,
    ...(isSameBot && parent.inherited ? { inherited: parent.inherited } : {}),
  }
  if (!state.size.takesFrame(frame)) return notLinked(state, block, 'The conversation has no room for its variables')
  noteResult(state, parent, false)
  session.frames.unshift(frame)
  return true
}

function notLinked(state: TurnState, block: Block, details: string): false {
  const description = 'Failed to link bot'
  if (!state.logs.some((log) => log.details === details))
    state.log('missing-bot', { status: 'error', description, details, context: block.id }, block.id)
  return false
}

function behindTarget(state: TurnState, block: Block): Target | undefined {
  if (block.outgoingEdgeId) return targetOfEdge(state.compiledFlow, block.outgoingEdgeId)
  const next = nextBlock(state.compiledFlow, block)
  return next && virtualTarget(next.group.id, next.block.id)
}
