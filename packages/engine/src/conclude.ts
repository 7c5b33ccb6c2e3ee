import type { Input } from '@colloquy/chat'
import type { Block, Group } from '@colloquy/flow'
import { callBlock } from './call-block.js'
import type { CompiledFlow } from './compiled-flow.js'
import type { Effectful } from './effect.js'
import { noteWait } from './input-exits.js'
import { noteResult } from './note-result.js'
import { progressOf } from './progress.js'
import type { Frame } from './session.js'
import { expand } from './template.js'
import type { Turn } from './turn.js'
import type { TurnState } from './turn-state.js'
import { endTurnAtLimit } from './walk.js'

/** The output of a turn, after the walk has stopped. */
export function* conclude(state: TurnState): Effectful<Turn> {
  const { session, event } = state
  const waits = state.waitsAt
  const isRegistered = event.kind === 'start' && event.isOnlyRegistering === true
  const isEnd = waits === undefined && session.stoppedAt === undefined && !isRegistered
  const hasRunOut = isEnd && !state.cutBy && !state.isClosed
  if (state.isClosed) {
    delete session.currentBlockId
    session.ended = true
  }
  if (hasRunOut && session.mode === 'live') {
    delete session.currentBlockId
    if (event.kind === 'reply' || event.kind === 'handBack') session.ended = true
  }
  if (session.generation && session.generation.blockId !== session.currentBlockId) delete session.generation
  if (session.person && session.person.blockId !== session.currentBlockId) delete session.person
  if (!isRegistered) noteResult(state, state.frame, hasRunOut && state.frame.answers.length > 0)
  const noAnswer = noteWait(state)
  const shown = waits && inputOf(state, waits)
  const asked = shown && 'next' in shown ? yield* shown : shown
  const input = asked && state.takesInput(asked) ? asked : undefined
  if (asked && !input) endTurnAtLimit(state, 'bytes')
  const progress = isRegistered ? undefined : progressOf(state, isEnd)
  const templates = dynamicTemplates(state.compiledFlowOf(session.frames.at(-1) as Frame))
  const dynamicTheme = templates && (yield* dynamicThemeOf(state, templates))
  return {
    session,
    messages: state.messages,
    input,
    clientSideActions: state.actions,
    logs: state.logs,
    lastMessageNewFormat: state.lastMessageNewFormat,
    streamed: state.streamed,
    dynamicTheme,
    progress,
    answers: state.answers,
    invalidReplies: state.invalidReplies,
    visitedEdges: state.visitedEdges,
    unanswered: state.unanswered,
    results: state.results,
    contactChanges: state.contact?.changes,
    noAnswer,
    handOver: state.handOver,
    isIgnored: state.isIgnored || undefined,
    isEnd,
    cutBy: state.cutBy,
  }
}

function inputOf(
  state: TurnState,
  { block, group }: { block: Block; group: Group },
): Input | Effectful<Input> | undefined {
  const runtime = state.runtimeOf(block)
  if (!runtime?.input) return undefined
  return callBlock(state, block, group, runtime.input)
}

type Templates = readonly [name: string, template: string][]

/** Avatars and background whose address begins with a variable; most themes have none. Computed once per theme. */
function dynamicTemplates({ theme }: CompiledFlow): Templates | undefined {
  let templates = knownTemplates.get(theme)
  if (templates === undefined) {
    const { hostAvatar, guestAvatar } = theme.chat ?? {}
    const addresses = {
      hostAvatarUrl: hostAvatar?.isEnabled === false ? undefined : hostAvatar?.url,
      guestAvatarUrl: guestAvatar?.isEnabled === true ? guestAvatar.url : undefined,
      backgroundUrl: theme.general?.background?.content,
    }
    templates = Object.entries(addresses).filter((pair): pair is [string, string] => pair[1]?.startsWith('{{') === true)
    knownTemplates.set(theme, templates)
  }
  return templates.length === 0 ? undefined : templates
}

const knownTemplates = new WeakMap<CompiledFlow['theme'], Templates>()

/** The current values of these addresses. */
function* dynamicThemeOf(state: TurnState, templates: Templates): Effectful<Turn['dynamicTheme']> {
  yield* state.prepared.texts(templates)
  return Object.fromEntries(templates.map(([name, template]) => [name, expand(template, state.lookup)]))
}
