import { PassThrough } from 'node:stream'
import type { InboxConversation, Storage } from '@colloquy/storage'
import * as z from 'zod'

declare module '../service.js' {
  interface Service {
    readonly conversationFeeds: ConversationFeeds
  }
}

/** Bytes that may be buffered for a slow reader. Beyond them the stream ends, and the client connects again. */
const maxWaiting = 200_000
const heartbeat = 15_000
/** Milliseconds for which an inbox that was open on any instance counts as open. */
const openFor = 2 * heartbeat + 5_000
/** Milliseconds for which pages of visitors follow their conversations after that. */
const followedFor = 86_400_000
/** Streams of one workspace, and of one session, on this instance. */
const maxOfWorkspace = 100
const maxOfSession = 10

/** Somebody types in a conversation. What a person types for the visitor is shown to the visitor, too. */
const typingSchema = z.object({
  sessionId: z.string(),
  workspaceId: z.string(),
  botId: z.string(),
  by: z.enum(['visitor', 'person', 'note']),
  userId: z.string().optional(),
  name: z.string().optional(),
})
export type Typing = z.infer<typeof typingSchema>

/** A note mentions people. */
const mentionSchema = z.object({
  sessionId: z.string(),
  workspaceId: z.string(),
  botId: z.string(),
  userIds: z.array(z.string()),
  /** Of the author. */
  name: z.string().nullable(),
})
export type Mention = z.infer<typeof mentionSchema>

interface Reader {
  /** Asked again with every heartbeat, and when the rights of `userId` change. */
  isAllowed: () => Promise<boolean>
  userId?: string
  /** Called now, and with every heartbeat. */
  onBeat?: () => void
  /** True if the conversations of a bot are shown. */
  sees?: (botId: string) => boolean
}

/** A stream of server-sent events about conversations. */
class Feed {
  readonly stream = new PassThrough()
  readonly reader: Reader

  constructor(reader: Reader) {
    this.reader = reader
    reader.onBeat?.()
    this.write('retry: 2000\n\n')
  }

  write(text: string): void {
    if (this.stream.writableEnded || this.stream.destroyed) return
    this.stream.write(text)
    if (this.stream.writableLength + this.stream.readableLength > maxWaiting) this.stream.destroy()
  }
}

interface Options {
  storage: Pick<Storage, 'conversations' | 'changes'>
  /** Shows a conversation as the API does. */
  document: (conversation: InboxConversation) => object
  report: (error: unknown) => void
}

/** Notifies the pages of visitors and of the inbox that are open on this instance of what changes in conversations, on any instance. */
export class ConversationFeeds {
  readonly #options: Options
  readonly #sessions = new Map<string, Set<Feed>>()
  readonly #workspaces = new Map<string, Set<Feed>>()
  /** Workspaces whose inbox was open on any instance, and when. */
  readonly #opened = new Map<string, number>()
  readonly #close: () => void

  constructor(options: Options) {
    this.#options = options
    const { changes } = options.storage
    const subscriptions = [
      changes.subscribe('conversations', (id) => this.#notify(id).catch(options.report)),
      changes.subscribe('inboxes', (id) => id !== undefined && this.#opened.set(id, performance.now())),
      changes.subscribe('rights', (userId) => this.#askAgain(userId).catch(options.report)),
      changes.subscribe('typing', (data) => {
        const typing = data === undefined ? undefined : readAs(typingSchema, data)
        if (typing) this.#showTyping(typing)
      }),
      changes.subscribe('mentions', (data) => {
        const mention = data === undefined ? undefined : readAs(mentionSchema, data)
        if (mention) this.#showMention(mention)
      }),
    ]
    const timer = setInterval(() => this.#beat().catch(options.report), heartbeat).unref()
    this.#close = () => {
      for (const unsubscribe of subscriptions) unsubscribe()
      clearInterval(timer)
    }
  }

  /** Undefined if too many follow already. `isAllowed` is asked again with every heartbeat. */
  followSession(sessionId: string, isAllowed: () => Promise<boolean>): PassThrough | undefined {
    return follow(this.#sessions, sessionId, maxOfSession, { isAllowed })
  }

  followWorkspace(workspaceId: string, reader: Reader): PassThrough | undefined {
    const stream = follow(this.#workspaces, workspaceId, maxOfWorkspace, reader)
    if (stream) this.#noteOpen(workspaceId)
    return stream
  }

  /** True if somebody has the inbox of a workspace open, on any instance. */
  isWatched(workspaceId: string): boolean {
    return this.#wasOpen(workspaceId, openFor)
  }

  /** True if somebody had the inbox of a workspace open within a day: they may speak with visitors who say nothing. */
  isFollowed(workspaceId: string): boolean {
    return this.#wasOpen(workspaceId, followedFor)
  }

  #wasOpen(workspaceId: string, within: number): boolean {
    return this.#opened.size > 0 && performance.now() - (this.#opened.get(workspaceId) ?? -within) < within
  }

  /** Shows for a moment that somebody types. */
  async noteTyping(typing: Typing): Promise<void> {
    if (this.isWatched(typing.workspaceId))
      await this.#options.storage.changes.publish('typing', JSON.stringify(typing))
  }

  #noteOpen(workspaceId: string): void {
    this.#options.storage.changes.publish('inboxes', workspaceId).catch(this.#options.report)
  }

  #showTyping({ workspaceId, botId, ...typing }: Typing): void {
    const text = `event: typing\ndata: ${JSON.stringify(typing)}\n\n`
    for (const feed of this.#workspaces.get(workspaceId) ?? []) if (feed.reader.sees?.(botId) ?? true) feed.write(text)
    if (typing.by !== 'person') return
    for (const feed of this.#sessions.get(typing.sessionId) ?? []) feed.write('event: typing\ndata: {}\n\n')
  }

  /** Shows a mention in the inboxes that the people have open. */
  async noteMention(mention: Mention): Promise<void> {
    if (this.isWatched(mention.workspaceId))
      await this.#options.storage.changes.publish('mentions', JSON.stringify(mention))
  }

  #showMention({ workspaceId, botId, userIds, ...mention }: Mention): void {
    const text = `event: mentioned\ndata: ${JSON.stringify(mention)}\n\n`
    for (const feed of this.#workspaces.get(workspaceId) ?? []) {
      const { userId, sees } = feed.reader
      if (userId !== undefined && userIds.includes(userId) && (sees?.(botId) ?? true)) feed.write(text)
    }
  }

  close(): void {
    this.#close()
    for (const feeds of [...this.#sessions.values(), ...this.#workspaces.values()])
      for (const feed of feeds) feed.stream.end()
  }

  async #notify(sessionId: string | undefined): Promise<void> {
    if (sessionId === undefined) {
      // Notifications may have been missed: clients read again.
      for (const feeds of [...this.#sessions.values(), ...this.#workspaces.values()])
        for (const feed of feeds) feed.write('event: changed\ndata: {}\n\n')
      return
    }
    for (const feed of this.#sessions.get(sessionId) ?? []) feed.write('event: changed\ndata: {}\n\n')
    for (const [workspaceId, feeds] of this.#workspaces) {
      const conversation = await this.#options.storage.conversations.get(workspaceId, sessionId)
      if (!conversation) continue
      const text = `event: changed\ndata: ${JSON.stringify(this.#options.document(conversation))}\n\n`
      for (const feed of feeds) if (feed.reader.sees?.(conversation.botId) ?? true) feed.write(text)
    }
  }

  /** Ends the streams of a person who may read them no longer; undefined: of everybody. */
  async #askAgain(userId: string | undefined): Promise<void> {
    for (const feeds of this.#workspaces.values())
      for (const { reader, stream } of feeds)
        if ((userId === undefined || reader.userId === userId) && !(await reader.isAllowed())) stream.end()
  }

  async #beat(): Promise<void> {
    for (const workspaceId of this.#workspaces.keys()) this.#noteOpen(workspaceId)
    for (const [workspaceId, at] of this.#opened)
      if (performance.now() - at > followedFor) this.#opened.delete(workspaceId)
    for (const feeds of [...this.#sessions.values(), ...this.#workspaces.values()])
      for (const feed of feeds) {
        if (await feed.reader.isAllowed()) {
          feed.write(': still here\n\n')
          feed.reader.onBeat?.()
        } else feed.stream.end()
      }
  }
}

function readAs<T>(schema: z.ZodType<T>, data: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(data)).data
  } catch {
    return undefined
  }
}

function follow(owners: Map<string, Set<Feed>>, owner: string, max: number, reader: Reader): PassThrough | undefined {
  const feeds = owners.get(owner) ?? new Set()
  if (feeds.size >= max) return undefined
  const feed = new Feed(reader)
  owners.set(owner, feeds.add(feed))
  feed.stream.once('close', () => {
    feeds.delete(feed)
    if (feeds.size === 0) owners.delete(owner)
  })
  return feed.stream
}
