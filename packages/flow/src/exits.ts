/** Reasons for taking an exit. `failure` also covers reasons whose own exit is missing. */
export const exitKinds = [
  'failure',
  'no-answer',
  'blocked',
  'steps',
  'over-budget',
  'hand-over',
  'anything-else',
  'invalid',
  'gave-up',
  'resolved',
  'outside-hours',
  'nobody-available',
] as const
export type ExitKind = (typeof exitKinds)[number]

/** Reasons for leaving an input other than by an answer. */
export const inputExitKinds = ['no-answer', 'anything-else', 'invalid'] as const satisfies readonly ExitKind[]
export type InputExitKind = (typeof inputExitKinds)[number]

/** Reasons for not asking for a person. */
export const absenceKinds = ['outside-hours', 'nobody-available'] as const satisfies readonly ExitKind[]
export type AbsenceKind = (typeof absenceKinds)[number]

/** Exits of a block that asks for a person, other than the return of the conversation. */
export const personExitKinds = ['gave-up', 'resolved', ...absenceKinds] as const satisfies readonly ExitKind[]
export type PersonExitKind = (typeof personExitKinds)[number]

export const waitUnits = ['minutes', 'hours', 'days'] as const

/** A time that an input waits for an answer, or a visitor for a person. */
export interface WaitTime {
  amount: number
  unit: (typeof waitUnits)[number]
}

/** An exit of a block in addition to its own edge and its items. Edges refer to it like to an item. */
export interface BlockExit {
  id: string
  on: ExitKind
  outgoingEdgeId?: string | undefined
  /** `no-answer` of an input and `gave-up`: time after which it is taken. */
  after?: WaitTime | undefined
  /** `invalid`: number of invalid replies after which it is taken. */
  tries?: number | undefined
  /** Variable that stores the text of the reply (`anything-else`), or when people are back (`outside-hours`). */
  variableId?: string | undefined
}

export const defaultWait: WaitTime = { amount: 1, unit: 'hours' }
export const defaultTries = 3
export const maxTries = 20
const minute = 60_000
const millisecondsIn: Readonly<Record<WaitTime['unit'], number>> = {
  minutes: minute,
  hours: 60 * minute,
  days: 24 * 60 * minute,
}
export const maxWaitDays = 30

/** Milliseconds of a waiting time; undefined if it is not between a minute and 30 days. */
export function millisecondsOf({ amount, unit }: WaitTime): number | undefined {
  const milliseconds = amount * millisecondsIn[unit]
  return milliseconds >= minute && milliseconds <= maxWaitDays * millisecondsIn.days ? milliseconds : undefined
}

/** The number of invalid replies after which an exit is taken; undefined if it is not a whole number from 1 to 20. */
export const triesOf = ({ tries = defaultTries }: BlockExit): number | undefined =>
  Number.isInteger(tries) && tries >= 1 && tries <= maxTries ? tries : undefined

/** Reactions of a block to a press of one of its buttons while the flow waits at another input. */
export const latePresses = ['ignore', 'say', 'follow'] as const

export interface LatePress {
  action: (typeof latePresses)[number]
  /** Text for `say`. */
  text?: string | undefined
}

export const defaultLateText = 'This question has passed. Please answer the last one.'

/** The reaction of a block to a late press of its buttons; undefined: the label of the button is a reply like any other. */
export const latePressOf = (block: object): LatePress | undefined => (block as WithExits).latePress

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
  /** For inputs with buttons. */
  latePress?: LatePress | undefined
}

/** Labels that authors see for each exit. */
export const exitTexts: Readonly<Record<ExitKind, { readonly label: string }>> = {
  failure: { label: 'If it fails' },
  'no-answer': { label: 'If there is no answer' },
  blocked: { label: 'If the answer is blocked' },
  steps: { label: 'At the step limit' },
  'over-budget': { label: 'Over budget' },
  'hand-over': { label: 'Hand over to a person' },
  'anything-else': { label: 'If it is anything else' },
  invalid: { label: 'If it is invalid too often' },
  'gave-up': { label: 'If nobody answers' },
  resolved: { label: 'If it is resolved' },
  'outside-hours': { label: 'Outside business hours' },
  'nobody-available': { label: 'If nobody is available' },
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
