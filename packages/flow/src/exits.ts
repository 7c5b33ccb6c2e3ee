/** Reasons for taking an exit. `failure` also covers reasons whose own exit is missing. */
export const exitKinds = ['failure', 'no-answer', 'blocked', 'steps', 'over-budget', 'hand-over'] as const
export type ExitKind = (typeof exitKinds)[number]

/** An exit of a block in addition to its own edge and its items. Edges refer to it like to an item. */
export interface BlockExit {
  id: string
  on: ExitKind
  outgoingEdgeId?: string | undefined
}

/** A model that is asked when the previous one does not answer. */
export interface Fallback {
  id: string
  credentialsId?: string | undefined
  model: string
}

export const maxFallbacks = 2

/** Fields of a block that has exits. */
export interface WithExits {
  exits?: BlockExit[] | undefined
  /** Variable that stores the cause of a failure, in one word. */
  saveErrorInVariableId?: string | undefined
  /** Fallback models, for blocks that ask a listed model. */
  fallbacks?: Fallback[] | undefined
}

/** Texts that authors see for each exit. */
export const exitTexts: Readonly<Record<ExitKind, { readonly label: string; readonly help: string }>> = {
  failure: { label: 'If it fails', help: 'The call failed, and nothing else here says what to do.' },
  'no-answer': { label: 'If there is no answer', help: 'The answer is empty, or lacks a value that is required.' },
  blocked: { label: 'If the answer is blocked', help: 'The provider filtered the answer.' },
  steps: { label: 'At the step limit', help: 'The model still wanted to call functions.' },
  'over-budget': { label: 'Over budget', help: 'A ceiling of tokens or cost forbids the call.' },
  'hand-over': { label: 'Hand over to a person', help: 'Once this is connected, the model can ask for a person.' },
}

/** The exits of a block of any type. */
export function blockExits(block: object): readonly BlockExit[] {
  const { exits } = block as { exits?: unknown }
  return Array.isArray(exits) ? (exits as BlockExit[]) : noExits
}

const noExits: readonly BlockExit[] = []

/** The models that a block asks when its own model does not answer. */
export function fallbacksOf(block: object): readonly Fallback[] {
  const { fallbacks } = block as { fallbacks?: unknown }
  return Array.isArray(fallbacks) ? (fallbacks as Fallback[]) : noFallbacks
}

const noFallbacks: readonly Fallback[] = []
