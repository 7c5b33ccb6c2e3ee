import { ConfigError } from './config-error.js'

/** Settings that belong together; undefined when none of them is set. Throws when only some are. */
export function allOrNone<Name extends string>(
  settings: Record<Name, string | undefined>,
): Record<Name, string> | undefined {
  const all = Object.entries<string | undefined>(settings)
  const given = all.find(([, value]) => value !== undefined)
  const missing = all.find(([, value]) => value === undefined)
  if (!given) return undefined
  if (!missing) return settings as Record<Name, string>
  throw new ConfigError(
    `${missing[0]} is not set, but ${given[0]} is: set all of ${Object.keys(settings).join(', ')}, or none`,
  )
}
