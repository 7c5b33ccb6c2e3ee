import type { Command } from 'commander'
import { ClientError, createClient } from './client.js'
import { installationOf, type MaintenanceOptions, maintain, withInstallationOptions } from './maintain.js'

interface DoctorOptions extends MaintenanceOptions {
  url?: string
}

/** `colloquy doctor`: what is wrong with an installation. Ends with exit code 1 when something is. */
export function addDoctorCommand(program: Command): void {
  withInstallationOptions(program.command('doctor'))
    .description('Say what is wrong with an installation, and what to do; exit code 1 when there are errors.')
    .option('--url <address>', 'address of the service (default: COLLOQUY_URL, or as HOST and PORT say)')
    .action(doctor)
}

async function doctor(options: DoctorOptions): Promise<void> {
  const env: Record<string, string | undefined> = { ...process.env }
  const { dataFolder, databaseUrl } = installationOf(options)
  Object.assign(env, { COLLOQUY_DATA: dataFolder, DATABASE_URL: databaseUrl })
  const findings = await maintain(({ examineInstance }) => examineInstance(env))
  findings.push(await service(options.url ?? process.env.COLLOQUY_URL ?? `http://127.0.0.1:${env.PORT || 3000}`))
  for (const { state, what, found, todo } of findings) {
    console.log(`${marks[state]}  ${what}: ${found}`)
    if (todo !== undefined) console.log(`         → ${todo}`)
  }
  const errors = findings.filter(({ state }) => state === 'error').length
  const warnings = findings.filter(({ state }) => state === 'warning').length
  console.log(`\n${errors} errors, ${warnings} warnings`)
  if (errors > 0) process.exitCode = 1
}

const marks = { ok: 'ok     ', warning: 'WARNING', error: 'ERROR  ' }

/** A service that is not running is no error: it may be stopped on purpose. */
async function service(url: string) {
  const what = 'service'
  try {
    await createClient({ url }).ready()
    return { state: 'ok' as const, what, found: `takes requests at ${url}` }
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    return { state: 'warning' as const, what, found: error.message }
  }
}
