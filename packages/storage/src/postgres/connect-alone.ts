import pg from 'pg'
import { connectionOptions } from './pool.js'

/**
 * Opens a connection that does not belong to a service, on which a statement may take long. Throws an error that is meant for the person
 * who gave the address.
 */
export async function connectAlone(url: string, purpose: string): Promise<pg.Client> {
  const client = new pg.Client({ ...connectionOptions(url), application_name: purpose })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    throw new Error(`${nameOf(url)} cannot be reached: ${message || code}`, { cause: error })
  }
}

/** Host, port and database of an address, without the user and password. */
export function nameOf(url: string): string {
  const { host, pathname, searchParams } = new URL(url)
  return `PostgreSQL ${searchParams.get('host') ?? host}${pathname}`
}
