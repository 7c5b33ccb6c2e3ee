import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { type Client, ClientError, createClient } from './client.js'

export interface ConnectionOptions {
  url?: string
  token?: string
}

/** Adds the two options for the address of the service and the token. */
export const withConnectionOptions = (command: Command): Command =>
  command
    .option('--url <address>', 'address of the service (default: COLLOQUY_URL, or http://127.0.0.1:3000)')
    .option('--token <token>', 'API token (default: COLLOQUY_ADMIN_TOKEN, or the one in the data folder)')

/** Creates a client for the service given by the options, the environment or the data folder, in this order. */
export function connect(options: ConnectionOptions): Client {
  const url = options.url ?? (process.env.COLLOQUY_URL || 'http://127.0.0.1:3000')
  return createClient({ url: addressOf(url, options.url), token: options.token ?? findToken() })
}

/**
 * Returns the address of a service without a trailing slash. All of its paths are relative to it, so an address with a path leads nowhere.
 */
export function addressOf(text: string, option: string | undefined): string {
  try {
    const { protocol, href, origin } = new URL(text)
    if (/^https?:$/.test(protocol) && href === `${origin}/`) return origin
  } catch {
    // Reported below, like any other invalid address.
  }
  const source = option === undefined ? 'COLLOQUY_URL' : '--url'
  throw new ClientError(
    `${source} is "${text}": it has to be an address without a path, such as http://127.0.0.1:3000.`,
  )
}

/** The service writes the first owner's token into its data folder; anyone who can read that folder may use it. */
function findToken(): string | undefined {
  if (process.env.COLLOQUY_ADMIN_TOKEN) return process.env.COLLOQUY_ADMIN_TOKEN
  try {
    return readFileSync(join(process.env.COLLOQUY_DATA || 'data', 'admin-token'), 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}
