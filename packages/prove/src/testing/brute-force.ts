import { blockRegistry } from '@colloquy/blocks'
import {
  advance,
  type BlockRegistry,
  type CompiledFlow,
  newSession,
  type SaidTurn,
  type Session,
  type Turn,
  transcriptOf,
} from '@colloquy/engine'
import { type ReplayClass, replayClasses } from '../classes.js'
import type { RecordedConversation } from '../conversation.js'
import { world } from './record.js'

/** Classifies a conversation without effects the slow way: repeats all turns for each step, and checks every class. */
export function bruteForce(
  release: CompiledFlow,
  draft: CompiledFlow,
  conversation: RecordedConversation,
): ReplayClass {
  const { turns } = conversation
  const positions = turns.map((_, position) => position)
  const before = positions.map((position) => holdTo(release, conversation, positions.slice(0, position + 1)))
  const found: ReplayClass[] = ['same']
  let taken: number[] = [0]
  for (;;) {
    const now = holdTo(draft, conversation, taken)
    const then = before[taken.at(-1) as number] as Held
    found.push(...replayClasses.filter((name) => rules[name]?.(then, now, release, draft)))
    const next = positions.find(
      (position) => position > (taken.at(-1) as number) && before[position - 1]?.awaits === now.awaits,
    )
    if (next === undefined || now.awaits === undefined) break
    taken = [...taken, next]
  }
  return replayClasses.find((name) => found.includes(name)) as ReplayClass
}

type Rule = (then: Held, now: Held, release: CompiledFlow, draft: CompiledFlow) => boolean
const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)
const isElsewhere: Rule = (then, now) => then.awaits !== now.awaits
const isNew: Rule = (then, now, release) =>
  isElsewhere(then, now, release, release) && !!now.awaits && !blocksOf(release).includes(now.awaits)
const isOver: Rule = (then, now, release, draft) =>
  isElsewhere(then, now, release, draft) && !isNew(then, now, release, draft) && (!then.awaits || !now.awaits)
const isGone: Rule = (then, now, release, draft) =>
  isElsewhere(then, now, release, draft) &&
  ![isNew, isOver].some((rule) => rule(then, now, release, draft)) &&
  !blocksOf(draft).includes(then.awaits as string)

/** If a reply is rejected, nothing else can be said about its turn. */
const unlessRejected =
  (rule: Rule): Rule =>
  (then, now, ...compiledFlows) =>
    !(now.isRejected && !then.isRejected) && rule(then, now, ...compiledFlows)

const rules: Partial<Record<ReplayClass, Rule>> = {
  failed: (then, now) => now.errors.some((error) => !then.errors.includes(error)),
  refused: (then, now) => now.isRejected && !then.isRejected,
  question: unlessRejected(isNew),
  ended: unlessRejected(isOver),
  unasked: unlessRejected(isGone),
  path: unlessRejected(
    (then, now, ...compiledFlows) => isElsewhere(then, now, ...compiledFlows) || differs(then.path, now.path),
  ),
  values: unlessRejected((then, now) => differs(then.variables, now.variables)),
  wording: unlessRejected((then, now) => differs(then.said, now.said)),
}

function blocksOf({ groups }: CompiledFlow): string[] {
  return groups.flatMap(({ blocks }) => blocks.map(({ id }) => id))
}

interface Held {
  path: string[]
  awaits: string | undefined
  isRejected: boolean
  errors: string[]
  variables: unknown
  said: unknown
}

/** The last turn of a conversation in which only these turns were performed. */
function holdTo(
  compiledFlow: CompiledFlow,
  { sessionId, resultId, turns }: RecordedConversation,
  positions: number[],
): Held {
  let session: Session = newSession({ compiledFlow, mode: 'live', resultId })
  let turn: Turn | undefined
  const path: string[] = []
  const said: SaidTurn[] = []
  for (const position of positions) {
    const { record, now, seed } = turns[position]!
    path.length = 0
    const running = advance({
      sessionId,
      session,
      event: { kind: position === 0 ? 'start' : 'reply', message: record.message, now, seed, textFormat: 'richText' },
      compiledFlows: new Map([[compiledFlow.id, compiledFlow]]),
      blocks: tracing(path),
      budgets: world.budgets,
    })
    let step = running.next()
    while (!step.done && step.value.kind === 'transcript')
      step = running.next({ kind: 'transcript', entries: transcriptOf(said) })
    if (!step.done || 'refused' in step.value) throw new Error('The turn asks for something, or is refused.')
    turn = step.value
    said.push({ ...turn, message: record.message })
    session = JSON.parse(JSON.stringify(turn.session))
  }
  const { invalidReplies, messages, input, logs } = turn!
  return {
    path: [...path],
    awaits: session.ended ? undefined : (session.currentBlockId ?? ''),
    isRejected: invalidReplies.length > 0,
    errors: logs
      .filter(({ status = 'error' }) => status === 'error')
      .map(({ description, context }) => `${description} ${context ?? ''}`),
    variables: Object.entries(session.frames[0]?.variables ?? {}).sort(([one], [other]) => (one < other ? -1 : 1)),
    said: [messages, JSON.stringify(input)?.replace(/"max":\d+,?/, '')],
  }
}

/** Runtimes that record which block was entered. Inputs are not entered: they are recorded when they are shown. */
function tracing(path: string[]): BlockRegistry {
  return new Map(
    [...blockRegistry].map(([type, runtime]) => {
      const noting = (method: Method | undefined): Method | undefined =>
        method &&
        ((block, context) => {
          path.push(block.id)
          return method(block, context)
        })
      const { enter, input } = runtime as { enter?: Method; input?: Method }
      return [type, { ...runtime, enter: noting(enter), input: noting(input) } as typeof runtime]
    }),
  )
}

type Method = (block: { id: string }, context: unknown) => unknown
