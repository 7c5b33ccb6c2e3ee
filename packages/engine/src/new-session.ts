import type { Variable } from '@colloquy/flow'
import type { CompiledFlow } from './compiled-flow.js'
import type { Environment, Messaging, Session, VariableValue } from './session.js'
import { toStoredValue } from './variables.js'

/** A session before its start, with one frame for the bot. */
export function newSession(options: {
  compiledFlow: CompiledFlow
  mode: 'live' | 'preview'
  /** Id of the person who opens the preview. */
  openedBy?: string
  isDryRun?: boolean
  resultId?: string
  isStreamEnabled?: boolean
  /** Overrides the theme's progress bar setting. */
  isProgressEnabled?: boolean
  /** The contact in a messaging app, which has no progress bar. */
  messaging?: Messaging
  environment?: Environment
  /** Breakpoints of a preview. */
  breakpoints?: Session['breakpoints']
  /** A remembered result: its variables by name, and its answers. */
  restored?: {
    variables: readonly { name: string; value: VariableValue }[]
    answers: readonly { blockId: string; content: string }[]
  }
}): Session {
  const { compiledFlow, restored } = options
  const variables: Record<string, VariableValue> = {}
  for (const { name, value } of restored?.variables ?? []) {
    const variable = compiledFlow.variableByName.get(name)
    if (variable && !variable.attribute && !hasDefault(variable)) variables[variable.id] = value
  }
  const answers = (restored?.answers ?? []).map((answer) => ({
    key: restoredKey(compiledFlow, answer.blockId),
    value: answer.content,
  }))
  const { messaging } = options
  const isProgressEnabled =
    !messaging && (options.isProgressEnabled ?? compiledFlow.theme.general?.progressBar?.isEnabled === true)
  return {
    version: 1,
    channel: messaging ? 'messaging' : 'web',
    ...(messaging ? { messaging } : {}),
    mode: options.mode,
    ...(options.openedBy ? { openedBy: options.openedBy } : {}),
    ...(options.isDryRun ? { isDryRun: true } : {}),
    frames: [
      {
        programId: compiledFlow.id,
        ...(options.resultId ? { resultId: options.resultId } : {}),
        variables,
        answers,
        queue: [],
      },
    ],
    ...(options.isStreamEnabled ? { isStreamEnabled: true } : {}),
    ...(options.environment ? { environment: options.environment } : {}),
    ...(options.breakpoints ? { breakpoints: options.breakpoints } : {}),
    ...(isProgressEnabled ? { progress: { totalAnswers: 0 } } : {}),
    visitedEdgeCount: 0,
    idCount: 0,
  }
}

function hasDefault(variable: Variable): boolean {
  return variable.value !== undefined && variable.value !== null && toStoredValue(variable.value) !== null
}

function restoredKey(compiledFlow: CompiledFlow, blockId: string): string {
  const location = compiledFlow.blockById.get(blockId)
  if (!location) return 'unknown'
  const variableId = (
    'options' in location.block ? (location.block.options as { variableId?: string } | undefined) : undefined
  )?.variableId
  return (variableId && compiledFlow.variableById.get(variableId)?.name) || location.group.title || 'unknown'
}
