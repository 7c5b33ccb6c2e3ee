import type { NewPlace } from '../process/place.js'
import type { Counts } from './counts.js'

/** A promise of the service that is tried by breaking something, again and again. */
export interface Trial {
  /** As in docs/trust.md: R1 and so on. */
  readonly id: string
  readonly promise: string
  /** What a try is, in the plural: "kills". */
  readonly unit: string
  /** Whether tries differ by chance, so that their number says something of those that were not made. */
  readonly isByChance: boolean
  /** What it can run on. */
  readonly databases: readonly DatabaseKind[]
  /** How often it is tried when no time is given; when one is, at most, and at least however short it is: fewer tell nothing. */
  readonly tries: { readonly usual: number; readonly most?: number; readonly least?: number }
  /** What this machine has to give for it; without it the trial is passed over. */
  readonly needs?: readonly Need[]
  run(options: TrialOptions): Promise<TrialReport>
}

export type Need = 'strace' | 'faketime' | 'root' | 'chromium'

export interface TrialOptions {
  readonly database: DatabaseKind
  /** Makes a place for a service, with an empty database of that kind. */
  readonly newPlace: NewPlace
  /** Empty at first. */
  readonly folder: string
  readonly seed: number
  /** Asked before each try with the number of those before it: whether to go on. */
  readonly goesOn: (tries: number) => boolean
}

/** What the trial runs on. */
export type DatabaseKind = 'sqlite' | 'postgres'

export interface TrialReport {
  readonly tries: number
  /** What was tried. */
  readonly counts: Counts
  /** One line for each promise that was broken. */
  readonly problems: readonly string[]
  /** Runs in which something was broken on purpose, to show that the trial sees it. */
  readonly controls?: readonly Control[]
}

export interface Control {
  /** What was broken: "synchronous=NORMAL". */
  readonly name: string
  /** How often the trial saw it; a control that sees nothing fails the trial. */
  readonly found: number
  readonly of: number
}

/** What is wrong after a trial: broken promises, and controls that saw nothing. */
export function failuresOf({ problems, controls = [], tries }: TrialReport): string[] {
  return [
    ...problems,
    ...controls.filter(({ found }) => found === 0).map(({ name }) => `The control "${name}" was not noticed.`),
    ...(tries === 0 ? ['Nothing was tried.'] : []),
  ]
}

/** "a lost turn: noticed", or in how many of the tries. */
export function describeControls({ controls = [] }: TrialReport): string[] {
  return controls.map(({ name, found, of }) => {
    if (found === 0) return `${name}: NOT NOTICED`
    return of === 1 ? `${name}: noticed` : `${name}: noticed in ${found} of ${of}`
  })
}

/**
 * The bound that follows when none of so many tries failed, with 95 % confidence: 3 in N (the rule of three: Hanley and
 * Lippman-Hand, 1983), rounded up to two digits.
 */
export function boundOf(tries: number): string {
  const percent = Math.min(100, 300 / tries)
  const unit = 10 ** (Math.floor(Math.log10(percent)) - 1)
  return `≤ ${Number((Math.ceil(Number((percent / unit).toFixed(6))) * unit).toPrecision(2))} %`
}
