import { ConfigError } from './config-error.js'

/** Returns settings that are required together; undefined if none of them is set. Throws if only some are. */
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
