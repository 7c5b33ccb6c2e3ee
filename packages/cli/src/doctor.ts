import type { Finding } from '@colloquy/server/maintenance'
import type { Command } from 'commander'
import { ClientError, createClient } from './client.js'
import { addressOf } from './connection.js'
import { installationOf, type MaintenanceOptions, maintain, withInstallationOptions } from './maintain.js'

interface DoctorOptions extends MaintenanceOptions {
  url?: string
}

/** `colloquy doctor`: checks an installation. Exits with code 1 if it finds an error. */
export function addDoctorCommand(program: Command): void {
  withInstallationOptions(program.command('doctor'))
    .description('Check an installation, and print what to do about each problem. Exit code 1 if there are errors.')
    .option('--url <address>', 'address of the service (default: COLLOQUY_URL, or as HOST and PORT say)')
    .action(doctor)
}

async function doctor(options: DoctorOptions): Promise<void> {
  const { dataFolder, databaseUrl } = installationOf(options)
  const env: Record<string, string | undefined> = {
    ...process.env,
    COLLOQUY_DATA: dataFolder,
    DATABASE_URL: databaseUrl,
  }
  const findings = await maintain(({ examineInstance }) => examineInstance(env, Date.now()))
  // If the settings are invalid, the address of the service is unknown.
  const areReadable = !findings.some(({ what, state }) => what === 'settings' && state === 'error')
  const url = options.url ?? (process.env.COLLOQUY_URL || (areReadable ? ownAddress(env) : undefined))
  if (url !== undefined) findings.push(...(await service(addressOf(url, options.url), env.COLLOQUY_PUBLIC_URL)))
  for (const { state, what, found, todo } of findings) {
    console.log(`${marks[state]}  ${what}: ${found}`)
    if (todo !== undefined) console.log(`         → ${todo}`)
  }
  const errors = findings.filter(({ state }) => state === 'error').length
  const warnings = findings.filter(({ state }) => state === 'warning').length
  console.log(`\n${counted(errors, 'error')}, ${counted(warnings, 'warning')}`)
  if (errors > 0) process.exitCode = 1
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

/** Local address of a service with these settings. */
function ownAddress({ HOST, PORT }: Record<string, string | undefined>): string {
  const host = !HOST || HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT || 3000}`
}

const marks = { ok: 'ok     ', warning: 'WARNING', error: 'ERROR  ' }

/**
 * A service that is not running is not an error: it may be stopped on purpose. Only a running service is expected at the public address,
 * which this machine may be unable to reach even though others can.
 */
async function service(url: string, publicUrl: string | undefined): Promise<Finding[]> {
  const problem = await problemOf(url)
  if (problem !== undefined) return [{ state: 'warning', what: 'service', found: problem }]
  const findings: Finding[] = [{ state: 'ok', what: 'service', found: `takes requests at ${url}` }]
  if (!publicUrl) return findings
  const what = 'way in from outside'
  const closed = await problemOf(publicUrl)
  if (closed === undefined) return [...findings, { state: 'ok', what, found: `${publicUrl} leads here` }]
  const todo = 'look at DNS, the certificate and the proxy, unless it is only this machine that cannot reach it'
  return [...findings, { state: 'warning', what, found: closed, todo }]
}

async function problemOf(url: string): Promise<string | undefined> {
  try {
    await createClient({ url, retries: 0 }).api.ready()
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    return error.message
  }
}
