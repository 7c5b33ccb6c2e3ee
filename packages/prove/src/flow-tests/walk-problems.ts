import { type CompiledFlow, entryText, transcriptOf } from '@colloquy/engine'
import { definitionOf } from '@colloquy/flow'
import { unreadable } from './expectations.js'
import { Rehearsal, type RehearsedTurn, type TestWorld } from './rehearsal.js'
import { repliesTo, type VisitorReply } from './replies-to.js'
import { takeTurn } from './synthetic-turn.js'

/**
 * - `crash`: a block throws.
 * - `loop`: a turn uses up its steps.
 * - `deadEnd`: the conversation ends without a message after a reply.
 * - `stuck`: an input rejects everything that a visitor tries.
 * - `error`: the flow logs an error without calling anything.
 * - `unreadable`: a message shows a placeholder, "undefined" or the like.
 * - `unset`: a block shows a variable that has no value on this path, but has one on others.
 */
export const findingKinds = ['crash', 'loop', 'deadEnd', 'stuck', 'error', 'unreadable', 'unset'] as const
export type FindingKind = (typeof findingKinds)[number]

export interface Problem {
  kind: FindingKind
  blockId: string | undefined
  message: string
  /** For `unset`. */
  variableId?: string
  /** For `stuck`: one of the valid replies that were rejected. */
  reply?: string
}

export function problemsOf(
  compiledFlow: CompiledFlow,
  { turn, path, asked, stopped }: RehearsedTurn,
  rehearsal: Rehearsal,
  waited: string | undefined,
  isReply: boolean,
): Problem[] {
  const last = path.at(-1) ?? waited
  if (stopped?.reason === 'crashed') {
    return [{ kind: 'crash', blockId: stopped.blockId, message: `A block fails: ${stopped.message}` }]
  }
  if (!turn) return []
  if (turn.cutBy) {
    return [{ kind: 'loop', blockId: last, message: 'The flow runs in a circle without asking anything.' }]
  }
  const isOver = rehearsal.awaits === undefined
  const isSilent = turn.messages.length === 0 && turn.clientSideActions.length === 0 && asked.length === 0
  const problems: Problem[] = []
  if (isReply && isOver && isSilent) {
    problems.push({ kind: 'deadEnd', blockId: last, message: 'The conversation ends here without a word.' })
  }
  // A visitor's text is shown unchanged.
  const isEcho = compiledFlow.variables.some(({ id }) => unreadable.test(`${rehearsal.value(id) ?? ''}`))
  for (const message of isEcho ? [] : turn.messages) {
    const said = transcriptOf([{ messages: [message] }])
      .map(entryText)
      .join(' ')
    if (unreadable.test(said)) {
      problems.push({ kind: 'unreadable', blockId: message.id, message: `A message reads “${said.slice(0, 80)}”.` })
    }
  }
  for (const blockId of path) {
    for (const { id, name } of shownVariables(compiledFlow, blockId)) {
      if ((rehearsal.value(id) ?? null) !== null) continue
      problems.push({ kind: 'unset', blockId, variableId: id, message: `{{${name}}} has no value here.` })
    }
  }
  const error = asked.length === 0 && turn.logs.find(({ status }) => status === undefined || status === 'error')
  if (error) {
    problems.push({
      kind: 'error',
      blockId: error.context ?? last,
      message: `An error is logged: ${error.description}`,
    })
  }
  return problems
}

/** Variables without a default that a block shows. Blocks that compute or compare may well find them empty. */
function shownVariables(compiledFlow: CompiledFlow, blockId: string): readonly CompiledFlow['variables'][number][] {
  const key = `shown ${blockId}`
  const known = compiledFlow.memo.get(key) as CompiledFlow['variables'][number][] | undefined
  if (known) return known
  const block = compiledFlow.blockById.get(blockId)?.block
  const isShown = block && definitionOf(block.type)?.computes !== true
  const names = new Set(
    [...(isShown ? JSON.stringify(block) : '').matchAll(/\{\{([^{}]{1,200})\}\}/g)].map(([, name]) => name),
  )
  const shown = compiledFlow.variables.filter(({ name, value }) => names.has(name) && (value ?? null) === null)
  compiledFlow.memo.set(key, shown)
  return shown
}

/** Problems after the last of some replies; none if the conversation ends before it. */
export function problemsAfter(
  compiledFlow: CompiledFlow,
  world: TestWorld,
  replies: readonly VisitorReply[],
): Problem[] {
  const rehearsal = new Rehearsal(compiledFlow, world)
  let taken = takeTurn(rehearsal, 0, undefined)
  let waited: string | undefined
  for (const [index, reply] of replies.entries()) {
    waited = rehearsal.awaits
    if (waited === undefined) return []
    taken = takeTurn(rehearsal, index + 1, reply)
  }
  const problems = problemsOf(compiledFlow, taken, rehearsal, waited, typeof replies.at(-1) === 'string')
  const { awaits } = rehearsal
  return awaits === undefined ? problems : [...problems, ...stuckAt(compiledFlow, world, rehearsal, awaits, taken)]
}

function stuckAt(
  compiledFlow: CompiledFlow,
  world: TestWorld,
  rehearsal: Rehearsal,
  awaits: string,
  { turn }: RehearsedTurn,
): Problem[] {
  const replies = repliesTo(compiledFlow, world.blocks, { blockId: awaits, input: turn?.input }, 'valid')
  const isRejected = (reply: VisitorReply) =>
    (takeTurn(rehearsal.fork(), 1, reply).turn?.invalidReplies.length ?? 0) > 0
  return replies.length > 0 && replies.every(isRejected) ? [{ kind: 'stuck', blockId: awaits, message: '' }] : []
}
