import type { Command } from 'commander'
import { ClientError } from './client.js'

export interface MaintenanceOptions {
  data?: string
  database?: string
}

/** Adds the options that select the installation. */
export const withInstallationOptions = (command: Command): Command =>
  command
    .option('--data <folder>', 'the data folder (default: COLLOQUY_DATA, or ./data)')
    .option('--database <address>', 'a PostgreSQL, postgres://… (default: DATABASE_URL, or the one in the data folder)')

/** The installation that the service would use, unless the options select another one. */
export function installationOf({ data, database }: MaintenanceOptions): { dataFolder: string; databaseUrl?: string } {
  const dataFolder = data ?? (process.env.COLLOQUY_DATA || 'data')
  const databaseUrl = database ?? process.env.DATABASE_URL
  return databaseUrl ? { dataFolder, databaseUrl } : { dataFolder }
}

type Maintenance = typeof import('@colloquy/server/maintenance')

/** Loaded on demand, because commands that talk to a service do not need it. */
export async function maintain<Result>(work: (maintenance: Maintenance) => Promise<Result>): Promise<Result> {
  const maintenance = await import('@colloquy/server/maintenance')
  try {
    return await work(maintenance)
  } catch (error) {
    const known = maintenance.asFailure(error)
    throw known ? new ClientError(known.message) : error
  }
}
