import type { ChatRecord } from './chat-state.js'

/** Storage of a chat across reloads of its page, with notifications between the tabs of one browser. */
export interface ChatMemory {
  read(): ChatRecord | undefined
  write(record: ChatRecord): void
  clear(): void
  /** Runs exclusively among all tabs that show this chat. */
  alone<T>(sessionId: string, run: () => Promise<T>): Promise<T>
  /** Calls back when another tab has continued this chat. */
  onElsewhere(listen: (record: ChatRecord) => void): () => void
}

/** Browser APIs that it depends on. */
export interface BrowserStores {
  session?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined
  local?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined
  locks?: LockManager | undefined
  channel?: ((name: string) => BroadcastChannel) | undefined
  /** True if the browser had discarded the page to free memory while another app or tab was in use, and has loaded it again. */
  wasDiscarded?: boolean | undefined
}

type Kept = 'session' | 'local' | 'open turn'

/**
 * Saves the chat as the bot's author has configured: for the lifetime of the tab, or permanently. By default a chat starts again with each
 * load, but continues in its tab if a turn was unfinished, so that no reply is lost, or if the browser had discarded the page.
 */
export function chatMemory(name: string, stores: BrowserStores): ChatMemory {
  const key = `colloquy:${name}`
  const channel = stores.channel?.(key)
  let written: string | undefined
  return {
    read() {
      const record = readFrom(stores.local, key) ?? readFrom(stores.session, key)
      const continues = record && (stores.wasDiscarded || wayOf(record) !== 'open turn' || isOpen(record))
      return continues ? record : undefined
    },
    write(record) {
      const kept = wayOf(record)
      const target = kept === 'local' ? stores.local : stores.session
      const other = kept === 'local' ? stores.session : stores.local
      written = JSON.stringify(record)
      attempt(() => other?.removeItem(key))
      attempt(() => target?.setItem(key, written as string))
      if (kept !== 'open turn') channel?.postMessage(written)
    },
    clear() {
      attempt(() => stores.local?.removeItem(key))
      attempt(() => stores.session?.removeItem(key))
    },
    alone: (sessionId, run) => (stores.locks ? withLock(stores.locks, `colloquy:${sessionId}`, run) : run()),
    onElsewhere(listen) {
      if (!channel) return () => {}
      channel.onmessage = ({ data }) => {
        const record = parse(data)
        if (record && data !== written) listen(record)
      }
      return () => channel.close()
    },
  }
}

/** A frame that is sandboxed without the origin of its page has locks, but is denied each of them; it shares its chat with no tab. */
async function withLock<T>(locks: LockManager, name: string, run: () => Promise<T>): Promise<T> {
  let running: Promise<T> | undefined
  try {
    await locks.request(name, () => {
      running = run()
      return running
    })
  } catch (problem) {
    if (running) throw problem
  }
  return running ?? run()
}

function wayOf({ session }: ChatRecord): Kept {
  const { rememberUser, isNewResultOnRefreshEnabled } = session?.bot.settings.general ?? {}
  const isRemembered = rememberUser?.isEnabled ?? isNewResultOnRefreshEnabled === false
  return isRemembered ? (rememberUser?.storage ?? 'session') : 'open turn'
}

/** A payment may lead to a bank's page and back. */
const isOpen = ({ pending, steps, input }: ChatRecord) => pending || steps.length > 0 || input?.runtimeOptions

function readFrom(store: BrowserStores['session'], key: string): ChatRecord | undefined {
  let text: string | null | undefined
  attempt(() => {
    text = store?.getItem(key)
  })
  return parse(text)
}

function parse(text: unknown): ChatRecord | undefined {
  if (typeof text !== 'string') return undefined
  try {
    const record = JSON.parse(text)
    return Array.isArray(record.entries) && Array.isArray(record.steps) && record.session ? record : undefined
  } catch {
    return undefined
  }
}

/** Storage may be disabled or full; a chat works without it. */
function attempt(run: () => void): void {
  try {
    run()
  } catch {}
}
