import type { Finding } from './finding.js'

/** Checks a version of Node.js ("v20.19.0") at a time in milliseconds since 1970. */
export function nodeFinding(version: string, now: number): Finding {
  const what = 'Node.js'
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    return { state: 'error', what, found: version, todo: 'install 24, or at least 20.19' }
  }
  const end = lastFixes[major]
  if (end === undefined || now < Date.parse(end)) return { state: 'ok', what, found: version }
  const found = `${version}, which no longer receives security fixes since ${end}`
  return { state: 'warning', what, found, todo: 'install 24: Colloquy runs on it unchanged' }
}

/**
 * End of life of the long-term support versions, and of the short-lived ones between them:
 * https://github.com/nodejs/release#release-schedule
 */
const lastFixes: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  21: '2024-06-01',
  22: '2027-04-30',
  23: '2025-06-01',
  24: '2028-04-30',
  25: '2026-06-01',
}
