import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { type Client, ClientError, createClient } from './client.js'

export interface ConnectionOptions {
  url?: string
  token?: string
}

/** Gives a command the two options that say which service to talk to, and as whom. */
export const withConnectionOptions = (command: Command): Command =>
  command
    .option('--url <address>', 'address of the service (default: COLLOQUY_URL, or http://127.0.0.1:3000)')
    .option('--token <token>', 'API token (default: COLLOQUY_ADMIN_TOKEN, or the one in the data folder)')

/** A client for the service that the options, the environment and the data folder point to, in this order. */
export function connect(options: ConnectionOptions): Client {
  const url = options.url ?? (process.env.COLLOQUY_URL || 'http://127.0.0.1:3000')
  return createClient({ url: addressOf(url, options.url), token: options.token ?? findToken() })
}

/** The address of a service, without a slash at its end. All of its paths are below it: an address with a path leads nowhere. */
export function addressOf(text: string, option: string | undefined): string {
  try {
    const { protocol, href, origin } = new URL(text)
    if (/^https?:$/.test(protocol) && href === `${origin}/`) return origin
  } catch {
    // Is said below, as of other addresses that lead nowhere.
  }
  const source = option === undefined ? 'COLLOQUY_URL' : '--url'
  throw new ClientError(
    `${source} is "${text}": it has to be an address without a path, such as http://127.0.0.1:3000.`,
  )
}

/** The service writes the first owner's token into its data folder; whoever may read that folder may use it. */
function findToken(): string | undefined {
  if (process.env.COLLOQUY_ADMIN_TOKEN) return process.env.COLLOQUY_ADMIN_TOKEN
  try {
    return readFileSync(join(process.env.COLLOQUY_DATA || 'data', 'admin-token'), 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}
