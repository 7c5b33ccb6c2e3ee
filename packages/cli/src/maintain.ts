import type { Command } from 'commander'
import { ClientError } from './client.js'

export interface MaintenanceOptions {
  data?: string
}

/** Gives a command the option that says which installation it is about. */
export const withDataOption = (command: Command): Command =>
  command.option('--data <folder>', 'the data folder (default: COLLOQUY_DATA, or ./data)')

export const dataFolder = ({ data }: MaintenanceOptions): string => data ?? (process.env.COLLOQUY_DATA || 'data')

type Maintenance = typeof import('@colloquy/server/maintenance')

/** Loaded when it is needed: talking to a service needs nothing of it. */
export async function maintain<Result>(work: (maintenance: Maintenance) => Promise<Result>): Promise<Result> {
  const maintenance = await import('@colloquy/server/maintenance')
  try {
    return await work(maintenance)
  } catch (error) {
    if (error instanceof maintenance.MaintenanceError) throw new ClientError(error.message)
    throw error
  }
}
