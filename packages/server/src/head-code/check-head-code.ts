import type { Settings, Warning } from '@colloquy/flow'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import type { Service } from '../service.js'

type Checking = Pick<Service, 'config' | 'headCodes' | 'metrics'>

/** Throws `head_code_not_allowed` if head code is too large or cannot be parsed. Head code stored `before` may stay. */
export async function checkHeadCode(service: Checking, settings: Settings, before?: Settings): Promise<void> {
  const authored = settings.metadata?.customHeadCode
  if (!authored || authored === before?.metadata?.customHeadCode) return
  const error = await errorOf(service, authored)
  if (error) throw error
}

/** Removes head code that is too large or cannot be parsed from the settings, and returns a warning in that case. */
export async function withoutBadHeadCode(
  service: Checking,
  settings: Settings,
): Promise<{ settings: Settings; warnings: Warning[] }> {
  const { customHeadCode, ...metadata } = settings.metadata ?? {}
  const error = customHeadCode ? await errorOf(service, customHeadCode) : undefined
  if (!error) return { settings, warnings: [] }
  service.metrics.limitReached(error.limit)
  const warning = { path: 'settings.metadata.customHeadCode', message: `${error.message} It was left out.` }
  return { settings: { ...settings, metadata }, warnings: [warning] }
}

async function errorOf(service: Checking, authored: string): Promise<LimitExceeded | undefined> {
  const bytes = Buffer.byteLength(authored)
  const max = service.config.limits.headCodeBytes
  if (bytes > max) {
    const message = `The custom head code has ${bytes} bytes, and may have ${max}. Load long scripts and styles from files.`
    return new LimitExceeded('headCodeBytes', { message })
  }
  const parsed = await service.headCodes.parse(authored)
  if ('elements' in parsed) return undefined
  return new LimitExceeded(parsed.limit, { message: `The custom head code cannot be parsed: ${parsed.problem}` })
}
