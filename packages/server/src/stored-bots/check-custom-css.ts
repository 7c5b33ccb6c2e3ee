import type { Theme, Warning } from '@colloquy/flow'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import type { Needs } from '../service.js'

/** Throws if custom CSS is too large: each start of a chat carries it. CSS stored `before` may stay. */
export function checkCustomCss(service: Needs<'config'>, theme: Theme, before?: Theme): void {
  if (theme.customCss === before?.customCss) return
  const error = errorOf(service, theme)
  if (error) throw error
}

/** Removes custom CSS that is too large from a theme, and returns a warning in that case. */
export function withoutLargeCss(
  service: Needs<'config' | 'metrics'>,
  theme: Theme,
): { theme: Theme; warnings: Warning[] } {
  const error = errorOf(service, theme)
  if (!error) return { theme, warnings: [] }
  service.metrics.limitReached(error.limit)
  const { customCss: _, ...rest } = theme
  return { theme: rest, warnings: [{ path: 'theme.customCss', message: `${error.message} It was left out.` }] }
}

function errorOf(service: Needs<'config'>, { customCss = '' }: Theme): LimitExceeded | undefined {
  const bytes = Buffer.byteLength(customCss)
  const max = service.config.limits.customCssBytes
  if (bytes <= max) return undefined
  const message = `The custom CSS has ${bytes} bytes, and may have ${max}. Load long styles from a file with @import.`
  return new LimitExceeded('customCssBytes', { message })
}
