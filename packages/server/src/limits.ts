import * as z from 'zod'

export interface Limits {
  flowBytes: number
  chatBytes: number
  depth: number
  startsPerMinute: number
  repliesPerMinute: number
  /** Attempts to sign in, to use an invitation or to change a password. */
  signInsPerMinute: number
  invitationsPerMinute: number
  /** Requests for a link by which one sets a new password. */
  passwordLinksPerMinute: number
  sessionHours: number
  turnSteps: number
  turnMessages: number
  turnBytes: number
  turnMilliseconds: number
  /** Of the state of a session, as it is stored. */
  stateBytes: number
  /** Of one file. A MB of forms and browsers has 1,048,576 bytes. */
  uploadBytes: number
  /** Of all files of a workspace. */
  workspaceFileBytes: number
  uploadsPerMinute: number
  /** An upload that brings less than 1 kB a second for as long as this is cut. */
  slowUploadSeconds: number
  scriptMilliseconds: number
  scriptMegabytes: number
  /** Of an answer to a request that a flow makes. */
  responseBytes: number
  /** Of pictures and files from a messaging app, how long after one the next may come to belong to the same reply. */
  mediaPauseMilliseconds: number
  /** Before a message that its provider did not take is sent once more; then twice as long, and so on up to a minute. */
  resendMilliseconds: number
  /** For so long is it tried. */
  resendHours: number
}

export const defaultLimits: Limits = {
  flowBytes: 10_000_000,
  chatBytes: 1_000_000,
  depth: 64,
  startsPerMinute: 60,
  repliesPerMinute: 600,
  signInsPerMinute: 20,
  invitationsPerMinute: 10,
  passwordLinksPerMinute: 5,
  sessionHours: 48,
  turnSteps: 1000,
  turnMessages: 200,
  turnBytes: 1_000_000,
  turnMilliseconds: 30_000,
  stateBytes: 1_000_000,
  uploadBytes: 10_485_760,
  workspaceFileBytes: 10_737_418_240,
  uploadsPerMinute: 60,
  slowUploadSeconds: 15,
  scriptMilliseconds: 1_000,
  scriptMegabytes: 32,
  responseBytes: 5_000_000,
  mediaPauseMilliseconds: 3_000,
  resendMilliseconds: 1_000,
  resendHours: 6,
}

/** `COLLOQUY_LIMITS`: a JSON object of the limits that differ, by name. */
export const limitsSchema = z.string().transform((text, context): Limits => {
  const given = readObject(text)
  const problem = given === undefined ? 'no JSON object' : problemOf(given)
  if (problem === undefined) return { ...defaultLimits, ...given }
  const names = Object.keys(defaultLimits).join(', ')
  context.addIssue({ code: 'custom', message: `${problem}; allowed are positive numbers by these names: ${names}` })
  return z.NEVER
})

function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return z.record(z.string(), z.unknown()).safeParse(value).data
  } catch {
    return undefined
  }
}

function problemOf(given: Record<string, unknown>): string | undefined {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(defaultLimits, name)) return `${name} is no limit`
    if (typeof value !== 'number' || value <= 0) return `${name} is no positive number`
  }
}
