/** What a way out is taken for. `failure` also takes what has no way of its own. */
export const exitKinds = ['failure', 'no-answer', 'blocked', 'steps', 'over-budget', 'hand-over'] as const
export type ExitKind = (typeof exitKinds)[number]

/** A way out that a block has beside its own edge and its items. Edges name it as an item. */
export interface BlockExit {
  id: string
  on: ExitKind
  outgoingEdgeId?: string | undefined
}

/** A model that is asked when the one before it does not answer. */
export interface Fallback {
  id: string
  credentialsId?: string | undefined
  model: string
}

export const mostFallbacks = 2

/** What a block holds that has ways out. */
export interface WithExits {
  exits?: BlockExit[] | undefined
  /** Takes the cause of a failure, in one word. */
  saveErrorInVariableId?: string | undefined
  /** For blocks that ask a model of a list. */
  fallbacks?: Fallback[] | undefined
}

/** What an author reads of each. */
export const exitWords: Readonly<Record<ExitKind, { readonly label: string; readonly help: string }>> = {
  failure: { label: 'If it fails', help: 'The call failed, and nothing else here says what to do.' },
  'no-answer': { label: 'If there is no answer', help: 'The answer is empty, or lacks a value that is required.' },
  blocked: { label: 'If the answer is blocked', help: 'The provider filtered the answer.' },
  steps: { label: 'At the step limit', help: 'The model still wanted to call functions.' },
  'over-budget': { label: 'Over budget', help: 'A ceiling of tokens or cost forbids the call.' },
  'hand-over': { label: 'Hand over to a person', help: 'Once this is connected, the model can ask for a person.' },
}

/** The ways out that a block has, whatever its type. */
export function blockExits(block: object): readonly BlockExit[] {
  const { exits } = block as { exits?: unknown }
  return Array.isArray(exits) ? (exits as BlockExit[]) : noExits
}

const noExits: readonly BlockExit[] = []

/** The models that a block asks when its own does not answer. */
export function fallbacksOf(block: object): readonly Fallback[] {
  const { fallbacks } = block as { fallbacks?: unknown }
  return Array.isArray(fallbacks) ? (fallbacks as Fallback[]) : noFallbacks
}

const noFallbacks: readonly Fallback[] = []
