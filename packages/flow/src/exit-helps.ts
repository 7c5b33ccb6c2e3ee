import type { ExitKind, InputExitKind } from './exits.js'

/** When an exit is taken, in the words that its form shows. */
export interface ExitHelp {
  readonly help: string
}

/** For each exit of an input. */
export const inputExitHelps: Readonly<Record<InputExitKind, ExitHelp>> = {
  'no-answer': { help: 'The flow continues by itself when this time has passed.' },
  'anything-else': { help: 'The reply is none of the answers. The visitor is not asked again.' },
  invalid: { help: 'The visitor is asked again until then.' },
}

/** For each exit. */
export const exitHelps: Readonly<Record<ExitKind, ExitHelp>> = {
  ...inputExitHelps,
  failure: { help: 'The call failed, and nothing else here says what to do.' },
  'no-answer': { help: 'The answer is empty, or lacks a value that is required.' },
  blocked: { help: 'The provider filtered the answer.' },
  steps: { help: 'The model still wanted to call functions.' },
  'over-budget': { help: 'A ceiling of tokens or cost forbids the call.' },
  'hand-over': { help: 'Once this is connected, the model can ask for a person.' },
  'gave-up': { help: 'Nobody has taken the conversation when this time has passed.' },
  resolved: { help: 'The person marked the conversation as resolved.' },
  'outside-hours': {
    help: 'Nobody is asked outside the business hours of the workspace. Without business hours, it is not taken.',
  },
  'nobody-available': { help: 'Nobody who may answer has the inbox open.' },
}
