import { createHash } from 'node:crypto'
import type { JsonSchema, McpOutcome, McpTool } from '@colloquy/flow/integrations'
import { RecentAnswers } from '../process/recent-answers.js'
import {
  type Calling,
  isObject,
  isTrouble,
  type Reply,
  type Sending,
  send,
  type ToolServer,
  type Trouble,
} from './rpc.js'

declare module '../service.js' {
  interface Service {
    /** Calls tools of MCP servers. */
    readonly mcpClient: ToolClient
  }
}

/** The protocol that a server uses, once it is known. */
type Connection =
  /** Revisions up to 2025-11-25, with or without a session. */
  | { kind: 'session'; version: string; sessionId: string | undefined }
  /** Revision 2026-07-28: each message is self-contained. */
  | { kind: 'stateless'; version: string }

/** Cached description of a tool. */
type KnownTool = Pick<McpTool, 'name' | 'hash'>
const knownOf = (tools: readonly McpTool[]): KnownTool[] => tools.map(({ name, hash }) => ({ name, hash }))

export interface ToolClientOptions extends Pick<Sending, 'egress'> {
  limits: {
    toolServerMilliseconds: number
    toolServerListMilliseconds: number
    toolServerTools: number
    toolServerResultCharacters: number
    toolServerListBytes: number
    responseBytes: number
  }
}

/** Versions of the Model Context Protocol that the client supports: https://modelcontextprotocol.io/specification */
const sessionVersions: readonly unknown[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
const statelessVersion = '2026-07-28'

const methodNotFound = -32_601
const unsupportedVersion = -32_022
const invalidRequest = -32_600

const freshSeconds = 300
/** Seconds for which a server is skipped after its tools did not arrive in time, so that visitors do not wait for it again. */
const awaySeconds = 30
const connectionSeconds = 86_400
const maxPages = 20
const maxDefinitionLength = 20_000

/**
 * Calls tools of MCP servers over Streamable HTTP. Caches the protocol of each server and its tools for a while. A server that does not
 * work is an outcome: external failures never throw here.
 */
export class ToolClient {
  readonly #options: ToolClientOptions
  readonly #connections = new RecentAnswers<Connection>(1_000)
  readonly #tools = new RecentAnswers<KnownTool[]>(500)
  readonly #away = new RecentAnswers<Trouble>(500)
  #ids = 0

  constructor(options: ToolClientOptions) {
    this.#options = options
  }

  /** Returns the current tools of a server, in its order. All requests involved share one time limit. */
  async list(server: ToolServer, calling: Calling): Promise<McpTool[] | Trouble> {
    const { toolServerTools, toolServerListMilliseconds } = this.#options.limits
    const hurried = within(calling, toolServerListMilliseconds)
    const tools: McpTool[] = []
    let cursor: unknown
    for (let page = 0; page < maxPages && tools.length < toolServerTools; page++) {
      const reply = await this.#ask(server, 'tools/list', cursor === undefined ? {} : { cursor }, undefined, hurried)
      if (isTrouble(reply)) return reply
      const { tools: listed, nextCursor } = reply
      for (const tool of Array.isArray(listed) ? listed : []) tools.push(...toolOf(tool))
      if (typeof nextCursor !== 'string') break
      cursor = nextCursor
    }
    const kept = tools.slice(0, toolServerTools)
    this.#tools.keep(server.key, knownOf(kept))
    this.#away.forget(server.key)
    return kept
  }

  /** Returns the tools of a server, at most five minutes old. A server that timed out is skipped for a while. */
  async known(server: ToolServer, calling: Calling): Promise<readonly KnownTool[] | Trouble> {
    const known = this.#tools.get(server.key, freshSeconds) ?? this.#away.get(server.key, awaySeconds)
    if (known) return known
    const seconds = this.#options.limits.toolServerListMilliseconds / 1_000
    const hadTime = calling.secondsFor(seconds) === seconds
    const listed = await this.list(server, calling)
    if (isTrouble(listed) && listed.cause === 'timeout' && hadTime) this.#away.keep(server.key, listed)
    return isTrouble(listed) ? listed : knownOf(listed)
  }

  /** Calls a tool, unless it has changed since the author picked it. */
  async call(
    server: ToolServer,
    { tool: name, hash, input }: { tool: string; hash: string; input: string },
    calling: Calling,
  ): Promise<McpOutcome> {
    const given = objectIn(input)
    if (!given) return failed('invalid', `the arguments of the tool "${name}" are not a JSON object.`)
    const tools = await this.known(server, calling)
    if (isTrouble(tools)) return { answer: 'failed', ...tools }
    const tool = tools.find((one) => one.name === name)
    if (!tool) return failed('not-found', `the server has no tool "${name}" any more.`)
    if (tool.hash !== hash) return failed('changed', `the tool "${name}" has changed since it was picked.`)
    const result = await this.#ask(server, 'tools/call', { name, arguments: given }, name, calling)
    if (isTrouble(result)) return { answer: 'failed', ...result }
    if (result.resultType === 'input_required')
      return failed(
        'refused',
        `the tool "${name}" asks for something more before it answers, which does not work here.`,
      )
    const text = server.withoutSecrets(textOf(result))
    const max = this.#options.limits.toolServerResultCharacters
    const cut = text.length > max ? `${text.slice(0, max).replace(halfLetter, '')}… (cut)` : text
    return { answer: 'result', text: cut, ...(result.isError === true && { isError: true }) }
  }

  /**
   * Returns the result of a request. Opens a session again when the server has forgotten it. A server that does not understand the request
   * may meanwhile use another revision, which the next request detects; only a list is retried at once.
   */
  async #ask(
    server: ToolServer,
    method: 'tools/list' | 'tools/call',
    params: object,
    name: string | undefined,
    calling: Calling,
  ): Promise<NonNullable<Reply['result']> | Trouble> {
    for (let attempt = 1; ; attempt++) {
      const known = this.#connections.get(server.key, connectionSeconds)
      const connection = known ?? (await this.#connect(server, calling))
      if (isTrouble(connection)) return connection
      const reply = await this.#send(server, connection, method, params, name, calling)
      if (isTrouble(reply)) return reply
      if (reply.result) return reply.result
      const isForgotten = connection.kind === 'session' && connection.sessionId !== undefined && reply.status === 404
      if (known && (isForgotten || isUnknownHere(reply))) {
        if (this.#connections.get(server.key, connectionSeconds) === known) this.#connections.forget(server.key)
        if (attempt === 1 && (isForgotten || method === 'tools/list')) continue
      }
      return troubleOf(reply, server)
    }
  }

  /** Starts a session, as earlier revisions require. A server of the later revision reports that, or that it does not know the method. */
  async #connect(server: ToolServer, calling: Calling): Promise<Connection | Trouble> {
    const params = { protocolVersion: sessionVersions[0], capabilities: {}, clientInfo }
    const begun = await this.#request(server, 'initialize', params, [], calling)
    if (isTrouble(begun)) return begun
    const version = begun.result?.protocolVersion
    if (typeof version === 'string') {
      if (!sessionVersions.includes(version)) return unknownVersion
      const connection: Connection = { kind: 'session', version, sessionId: begun.sessionId }
      const message = { method: 'notifications/initialized', params: {} }
      const told = await send(server, message, headersOf(connection), calling, this.#sending())
      if (isTrouble(told)) return told
      this.#connections.keep(server.key, connection)
      return connection
    }
    if (!isUnknownHere(begun)) return troubleOf(begun, server)
    const connection: Connection = { kind: 'stateless', version: statelessVersion }
    const found = await this.#send(server, connection, 'server/discover', {}, undefined, calling)
    if (isTrouble(found)) return found
    if (!found.result) return troubleOf(found, server)
    const { supportedVersions } = found.result
    if (Array.isArray(supportedVersions) && !supportedVersions.includes(statelessVersion)) return unknownVersion
    this.#connections.keep(server.key, connection)
    return connection
  }

  #send(
    server: ToolServer,
    connection: Connection,
    method: string,
    params: object,
    name: string | undefined,
    calling: Calling,
  ): Promise<Reply | Trouble> {
    if (connection.kind === 'session') return this.#request(server, method, params, headersOf(connection), calling)
    const about = {
      'io.modelcontextprotocol/protocolVersion': connection.version,
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': clientInfo,
    }
    const headers: [string, string][] = [...headersOf(connection), ['Mcp-Method', method]]
    if (name !== undefined) headers.push(['Mcp-Name', headerValue(name)])
    return this.#request(server, method, { ...params, _meta: about }, headers, calling)
  }

  #request(
    server: ToolServer,
    method: string,
    params: object,
    headers: readonly (readonly [string, string])[],
    calling: Calling,
  ): Promise<Reply | Trouble> {
    this.#ids += 1
    return send(server, { id: this.#ids, method, params }, headers, calling, this.#sending(method))
  }

  #sending(method?: string): Sending {
    const { egress, limits } = this.#options
    const { toolServerMilliseconds, toolServerListBytes, responseBytes } = limits
    const maxBytes = method === 'tools/call' ? responseBytes : toolServerListBytes
    return { egress, seconds: toolServerMilliseconds / 1_000, maxBytes }
  }
}

const clientInfo = { name: 'colloquy', version: '1' }

function headersOf(connection: Connection): [string, string][] {
  const version: [string, string] = ['MCP-Protocol-Version', connection.version]
  const isInSession = connection.kind === 'session' && connection.sessionId !== undefined
  return isInSession ? [version, ['Mcp-Session-Id', connection.sessionId as string]] : [version]
}

/** Encodes a header value: anything but printable ASCII is sent as Base64, and marked as such. */
const headerValue = (text: string): string =>
  /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`

/** True if an error may come from a server that uses another revision. Such a request had no effect. */
const isUnknownHere = ({ status, error }: Reply): boolean =>
  error === undefined
    ? [400, 404, 405].includes(status)
    : [methodNotFound, unsupportedVersion, invalidRequest].includes(error.code)

function troubleOf({ status, error }: Reply, { withoutSecrets }: ToolServer): Trouble {
  if (status === 401 || status === 403)
    return { cause: 'unauthorized', reason: `the server did not accept the key (status ${status}).` }
  if (status === 429) return { cause: 'rate-limited', reason: 'the server wants fewer calls.' }
  if (error)
    return { cause: 'invalid', reason: `the server said: ${withoutSecrets(error.message).slice(0, maxMessageLength)}` }
  if (status >= 500) return { cause: 'overloaded', reason: `the server answered with status ${status}.` }
  return { cause: 'not-found', reason: `there is no MCP server at this address (status ${status}).` }
}

const unknownVersion: Trouble = {
  cause: 'refused',
  reason: 'the server speaks no version of the protocol that is known here.',
}

/** Characters of an error message from a server that are kept. */
const maxMessageLength = 300

/** Returns the same calling with a deadline, this many milliseconds from now, for everything that it does. */
function within(calling: Calling, milliseconds: number): Calling {
  const end = performance.now() + milliseconds
  const left = () => Math.max(0.1, Math.round(end - performance.now()) / 1_000)
  return { ...calling, secondsFor: (asked) => calling.secondsFor(Math.min(asked, left())) }
}

/** The first half of a surrogate pair at the end of a text. */
const halfLetter = /[\ud800-\udbff]$/

function objectIn(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const failed = (cause: string, reason: string): McpOutcome => ({ answer: 'failed', cause, reason })

/** Reads a tool as a server describes it; empty when it is malformed, or too long or deep to be picked. */
export function toolOf(given: unknown): McpTool[] {
  if (!isObject(given) || typeof given.name !== 'string' || !isObject(given.inputSchema)) return []
  const { name, inputSchema, annotations } = given
  const description = typeof given.description === 'string' ? given.description : undefined
  if (name.length > maxDefinitionLength || (description?.length ?? 0) > maxDefinitionLength) return []
  if (isDeeper(inputSchema, deepestSchema, maxDefinitionLength)) return []
  const definition = canonical({ name, description, inputSchema })
  if (definition.length > maxDefinitionLength) return []
  return [
    {
      name,
      ...(description !== undefined && { description }),
      schema: inputSchema as JsonSchema,
      hash: createHash('sha256').update(definition).digest('base64url'),
      ...(isObject(annotations) && annotations.readOnlyHint === true && { isReadOnly: true }),
    },
  ]
}

/** Levels of a schema: the definition of a tool that nests deeper is not read. */
const deepestSchema = 50

/** Returns whether values nest more than this many levels deep, or are too many. Does not call itself, as JSON may nest deeper than the stack. */
function isDeeper(value: unknown, max: number, maxValues = Number.POSITIVE_INFINITY): boolean {
  let level: unknown[] = [value]
  let values = 0
  for (let depth = 0; level.length > 0; depth += 1) {
    values += level.length
    if (depth > max || values > maxValues) return true
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return false
}

/** JSON with sorted keys, so that equal values give equal texts. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )

/** Levels of a structured result: JSON cannot be written of any depth. */
const deepestResult = 500

/** The result of a tool as text; contents of other types appear only by their type. */
function textOf({ content, structuredContent }: Readonly<Record<string, unknown>>): string {
  const parts = (Array.isArray(content) ? content : []).flatMap((part) => {
    if (!isObject(part)) return []
    if (part.type === 'text' && typeof part.text === 'string') return [part.text]
    if (part.type === 'resource_link' && typeof part.uri === 'string') return [part.uri]
    const inner = isObject(part.resource) ? part.resource.text : undefined
    return [typeof inner === 'string' ? inner : `[${String(part.type)}]`]
  })
  if (parts.length > 0 || structuredContent === undefined) return parts.join('\n\n')
  return isDeeper(structuredContent, deepestResult) ? '[too deep]' : JSON.stringify(structuredContent)
}
