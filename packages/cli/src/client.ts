import type { ClientAction, Input, Message } from '@colloquy/chat'
import type { Problem } from '@colloquy/flow'

/** What the service answers to a start or a reply; only the parts that a terminal shows. */
export interface ChatAnswer {
  messages: Message[]
  input?: Input | null
  clientSideActions?: ClientAction[]
  lastMessageNewFormat?: string
  progress?: number
}

export interface StartedChat extends ChatAnswer {
  sessionId: string
  resultId?: string
}

export interface RecordedResult {
  id: string
  isCompleted: boolean
  variables: { id: string; name: string; value?: unknown }[]
  answers: { blockId: string; groupId?: string; content: string }[]
}

export interface StoredBot {
  id: string
  name: string
  publicId: string | null
  groups: { id: string; title: string; blocks: { id: string; type: string }[] }[]
}

/** A failure that the user can do something about; the message says what. */
export class ClientError extends Error {
  /** The service's own name for it, where it gave one. */
  readonly code: string | undefined

  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

export interface ClientSettings {
  /** Address of the service without `/api`, without a slash at its end. */
  url: string
  token?: string
}

export type Client = ReturnType<typeof createClient>

/** The calls that the commands need, one function each. */
export function createClient(settings: ClientSettings) {
  const manage = <T>(method: string, path: string, body?: unknown) =>
    call<T>(settings, { method, path, body, asOwner: true })
  const chat = <T>(path: string, body: unknown) => call<T>(settings, { method: 'POST', path, body })
  return {
    /** Throws when the service does not take requests. */
    async ready() {
      const response = await reach(`${settings.url}/ready`, {})
      const answer = parse(await response.text()) as { status?: unknown } | undefined
      if (answer?.status !== 'ready') throw new ClientError(explain(response.status, answer, settings.url))
    },
    address: settings.url,
    createWorkspace: (name: string) => manage<{ workspace: { id: string } }>('POST', '/workspaces', { name }),
    erase: (workspaceId: string, value: string) =>
      manage<{ erased: number }>('POST', `/workspaces/${id(workspaceId)}/results/erase`, { value }),
    passwordLink: (email: string) => manage<{ link?: string }>('POST', '/password-links', { email }),
    importBot: (workspaceId: string, bot: unknown) =>
      manage<{ bot: StoredBot; warnings?: unknown[] }>('POST', '/bots/import', { workspaceId, bot }),
    publish: (botId: string) => manage<unknown>('POST', `/bots/${id(botId)}/publish`, {}),
    bot: (botId: string) => manage<{ bot: StoredBot }>('GET', `/bots/${id(botId)}`),
    problems: (botId: string) => manage<{ problems: Problem[] }>('GET', `/bots/${id(botId)}/problems`),
    result: (botId: string, resultId: string) =>
      manage<{ result: RecordedResult }>('GET', `/bots/${id(botId)}/results/${id(resultId)}`),
    startDraft: (botId: string) => manage<StartedChat>('POST', `/bots/${id(botId)}/preview/startChat`, {}),
    startChat: (publicId: string) => chat<StartedChat>(`/bots/${id(publicId)}/startChat`, {}),
    continueChat: (sessionId: string, message?: string) =>
      chat<ChatAnswer>(`/sessions/${id(sessionId)}/continueChat`, message === undefined ? {} : { message }),
  }
}

interface Call {
  method: string
  path: string
  body?: unknown
  asOwner?: boolean
}

async function call<T>(settings: ClientSettings, { method, path, body, asOwner }: Call): Promise<T> {
  if (asOwner && !settings.token) {
    throw new ClientError(
      'This needs an API token: pass --token, set COLLOQUY_ADMIN_TOKEN, or run it where the data folder is.',
    )
  }
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (asOwner) headers.authorization = `Bearer ${settings.token}`
  const response = await reach(`${settings.url}/api/v1${path}`, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const answer = parse(await response.text())
  if (response.ok && answer !== undefined) return answer as T
  const { code } = (answer ?? {}) as { code?: string }
  throw new ClientError(explain(response.status, answer, settings.url), code)
}

async function reach(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch {
    const { origin } = new URL(address)
    throw new ClientError(
      `No service answers at ${origin}: start it with \`npm start\`, or name another address with --url.`,
    )
  }
}

/** The body of an error, of which another program's answer may have nothing. */
interface Refusal {
  message?: string
  code?: string
  issues?: { path: string; message: string }[]
}

/** One sentence for a refused call: what the service said, and what to do where that is known. */
function explain(status: number, answer: unknown, url: string): string {
  const { message: said, code, issues = [] } = (answer ?? {}) as Refusal
  if (said === undefined) {
    return `What answers at ${url} (${status}) is no Colloquy: see what runs there, or name another address with --url.`
  }
  if (status === 401) return `The service at ${url} does not know this token: pass the right one with --token.`
  if (status === 404) return `The service at ${url} says: ${said}. ${nextStep(code)}`
  const details = issues.map(({ path, message }) => `${path}: ${message}`).join('; ')
  return `The service refused this (${status}): ${said}${details && ` (${details})`}`
}

function nextStep(code: string | undefined): string {
  switch (code) {
    case 'bot_not_found':
      return 'Is the id right? A published bot is found by its public id, a draft by its bot id and --draft.'
    case 'session_not_found':
    case 'session_ended':
      return 'Start a new conversation.'
    case 'member_not_found':
      return 'Nobody signs in with this address, or they belong to none of your workspaces.'
    default:
      return 'Check the id.'
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const id = encodeURIComponent
