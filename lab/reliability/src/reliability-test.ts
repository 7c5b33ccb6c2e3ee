import type { NewInstanceData } from '@colloquy/server/testing/process'
import type { Counts } from './counts.js'

/** A promise of the service, tested by injecting faults repeatedly. */
export interface ReliabilityTest {
  /** As in docs/trust.md: R1 and so on. */
  readonly id: string
  readonly promise: string
  /** Name of a try, in the plural: "kills". */
  readonly unit: string
  /** Tries are random, so that a statistical bound applies. */
  readonly isByChance: boolean
  /** Databases it can run on. */
  readonly databases: readonly DatabaseKind[]
  /** `usual`: tries without a time limit. With one: `max` and `min`, however long or short it is. */
  readonly tries: { readonly usual: number; readonly max?: number; readonly min?: number }
  /** Requirements on the machine; the test is skipped if one is missing. */
  readonly needs?: readonly Need[]
  run(options: ReliabilityTestOptions): Promise<ReliabilityTestReport>
}

export type Need = 'strace' | 'faketime' | 'root' | 'chromium'

export interface ReliabilityTestOptions {
  readonly database: DatabaseKind
  /** Creates a place for a service, with an empty database of that kind. */
  readonly newData: NewInstanceData
  /** Initially empty. */
  readonly folder: string
  readonly seed: number
  /** True if nothing else runs on the machine, so that times are meaningful. */
  readonly isAlone: boolean
  /** Results that are stored beforehand where a test deletes very many. */
  readonly storedResults: number
  /** Called before each try with the number of earlier ones; returns whether to continue. */
  readonly goesOn: (tries: number) => boolean
}

/** Enough to notice work that grows with them; `npm run trust -- --results` says more. */
export const usualStoredResults = 20_000

export type DatabaseKind = 'sqlite' | 'postgres'

export interface ReliabilityTestReport {
  readonly tries: number
  /** Summary of the tested amounts, for the report. */
  readonly counts: Counts
  /** One line for each broken promise. */
  readonly problems: readonly string[]
  /** One line for each goal that was missed: a target that is not promised yet. */
  readonly missedGoals?: readonly string[]
  /** Runs with a deliberately planted fault, to prove that the test notices it. */
  readonly controls?: readonly NegativeControl[]
}

export interface NegativeControl {
  /** The planted fault: "a log that is never synced". */
  readonly name: string
  /** How often the test noticed it. If never, the test fails. */
  readonly found: number
  readonly of: number
}

/** Returns the broken promises and the negative controls that were not noticed. */
export function failuresOf({ problems, controls = [], tries }: ReliabilityTestReport): string[] {
  return [
    ...problems,
    ...controls.filter(({ found }) => found === 0).map(({ name }) => `The negative control "${name}" was not noticed.`),
    ...(tries === 0 ? ['Nothing was tested.'] : []),
  ]
}

/** "a lost turn: noticed", or in how many of the tries. */
export function describeControls({ controls = [] }: ReliabilityTestReport): string[] {
  return controls.map(({ name, found, of }) => {
    if (found === 0) return `${name}: NOT NOTICED`
    return of === 1 ? `${name}: noticed` : `${name}: noticed in ${found} of ${of}`
  })
}

/**
 * Upper bound on the failure rate, with 95 % confidence, if none of this many tries failed: exact (Clopper and Pearson, 1934), rounded up to
 * two digits.
 */
export function boundOf(tries: number): string {
  const percent = -100 * Math.expm1(Math.log(0.05) / tries)
  const unit = 10 ** (Math.floor(Math.log10(percent)) - 1)
  return `≤ ${Number((Math.ceil(Number((percent / unit).toFixed(6))) * unit).toPrecision(2))} %`
}
