import { type EgressOptions, openEgress } from '../egress/open-egress.js'
import { type MailPortOptions, openMailPort } from '../mail/mail-port.js'
import type { PortLimits } from '../open-ports.js'
import { openScripts, type ScriptOptions } from '../scripts/open-scripts.js'
import { type ScriptLimits, scriptLimitsOf } from '../scripts/script-limits.js'

/** As an instance has them unless its operator sets others. */
export const testLimits: PortLimits = {
  outgoingCalls: 256,
  generations: 500,
  modelCallsPerWorkspace: 200,
  receivedBytes: 128 * 1024 * 1024,
  responseBytes: 5_000_000,
  outgoingMails: 64,
  mailsPerHour: 500,
  scriptMilliseconds: 1_000,
  scriptMegabytes: 32,
  slowScripts: 2,
  queuedScripts: 2_000,
  scriptArgumentBytes: 64 * 1024 * 1024,
  waitingScriptBytes: 64 * 1024 * 1024,
}

export const testScriptLimits = scriptLimitsOf(testLimits)

export const openTestEgress = (options: Partial<EgressOptions> = {}) =>
  openEgress({ allow: [], limits: testLimits, ...options })

export const openTestMail = (options: Omit<MailPortOptions, 'limits'> & Partial<Pick<MailPortOptions, 'limits'>>) =>
  openMailPort({ limits: testLimits, ...options })

export interface TestScriptOptions extends Omit<ScriptOptions, 'limits'> {
  limits?: Partial<ScriptLimits>
}

export const openTestScripts = ({ limits, ...options }: TestScriptOptions = {}) =>
  openScripts({ ...options, limits: { ...testScriptLimits, ...limits } })
