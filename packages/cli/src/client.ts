import { type Client as ApiClient, ApiError, createClient as createApiClient } from '@colloquy/sdk'

/** A failure that the user can fix; the message says how. */
export class ClientError extends Error {
  /** The error code of the service, if it returned one. */
  readonly code: string | undefined

  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

export interface ClientSettings {
  /** Address of the service without `/api` and without a trailing slash. */
  url: string
  token?: string
  /** Maximum number of retries of a call that the service could not accept yet. */
  retries?: number
}

export interface Client {
  address: string
  /** The operations of the API. They throw a `ClientError`. */
  api: ApiClient
}

type AnyCall = (...given: unknown[]) => Promise<unknown>

export function createClient({ url, token, retries }: ClientSettings): Client {
  const calls = Object.entries(createApiClient({ baseUrl: url, token, retries })) as [string, AnyCall][]
  const explained = calls.map(([id, call]): [string, AnyCall] => [
    id,
    (...given) =>
      call(...given).catch((error: unknown) => {
        throw error instanceof ApiError ? new ClientError(explain(error, url, token), error.code) : error
      }),
  ])
  return { address: url, api: Object.fromEntries(explained) as unknown as ApiClient }
}

/** One sentence for a call that failed: the message of the service, and what to do, if that is known. */
function explain({ code, status, message }: ApiError, url: string, token: string | undefined): string {
  if (code === 'unreachable')
    return `No service answers at ${url}: start it with \`npm start\`, or name another address with --url.`
  if (code === 'unexpected_response')
    return `What answers at ${url} (${status}) is no Colloquy: see what runs there, or name another address with --url.`
  if (status === 401 && !token)
    return 'This needs an API token: pass --token, set COLLOQUY_ADMIN_TOKEN, or run it where the data folder is.'
  if (status === 401) return `The service at ${url} does not know this token: pass the right one with --token.`
  if (status === 404) return `The service at ${url} says: ${message}. ${nextStep(code)}`
  return `The service refused this (${status}): ${message}`
}

function nextStep(code: string): string {
  switch (code) {
    case 'bot_not_found':
      return 'Is the id right? A published bot is found by its public id, a draft by its bot id and --draft.'
    case 'session_not_found':
    case 'session_ended':
      return 'Start a new conversation.'
    case 'account_not_found':
      return 'Check the address.'
    case 'member_not_found':
      return 'Nobody signs in with this address, or they belong to none of your workspaces.'
    default:
      return 'Check the id.'
  }
}
