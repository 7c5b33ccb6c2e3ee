import type { Input } from '@colloquy/chat'
import type { Block, Group } from '@colloquy/flow'
import { contextOf } from './block-context.js'
import type { Effectful } from './effect.js'
import { progressOf } from './progress.js'
import { expand } from './template.js'
import type { Turn } from './turn.js'
import type { TurnState } from './turn-state.js'

/** What goes out of a turn, now that the walk has stopped. */
export function* conclude(state: TurnState): Effectful<Turn> {
  const { session, event } = state
  const waits = state.waitsAt
  const isRegistered = event.kind === 'start' && event.isOnlyRegistering === true
  const isEnd = waits === undefined && session.stoppedAt === undefined && !isRegistered
  const hasRunOut = isEnd && !state.cutBy
  if (hasRunOut && session.mode === 'live') {
    delete session.currentBlockId
    if (event.kind === 'reply') session.ended = true
  }
  if (!isRegistered) state.noteResult(state.frame, hasRunOut && state.frame.answers.length > 0)
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
    rejections: state.rejections,
    visitedEdges: state.visitedEdges,
    history: state.history,
    results: [...state.results.values()],
    isEnd,
    ...(state.cutBy ? { cutBy: state.cutBy } : {}),
  }
}

function* inputOf(state: TurnState, { block, group }: { block: Block; group: Group }): Effectful<Input | undefined> {
  const runtime = state.runtimeOf(block)
  if (runtime?.kind !== 'input') return undefined
  yield* state.prepare(block)
  const shown = runtime.input?.(block as never, contextOf(state, block, group))
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
