import { createStore } from '../design/store.js'
import { showError } from '../design/toasts.js'
import { newId } from '../document/new-id.js'
import { api } from '../service/api.js'
import { draftOf, keepDraft } from './drafts.js'

/** A message that is not sent yet, and can be taken back. */
export interface Outgoing {
  key: string
  workspaceId: string
  sessionId: string
  kind: 'person' | 'note'
  text: string
  /** The text as it is sent, with references to the people whom it mentions. */
  body: string
  files: readonly string[]
  /** Milliseconds since 1970; undefined while it is being sent. */
  sendsAt: number | undefined
}

/** Milliseconds for which a message can be taken back. */
export const undoTime = 5_000

/** Messages on their way. They are sent also if another conversation is opened meanwhile. */
export const outgoing = createStore<{ messages: readonly Outgoing[] }>({ messages: [] })

const timers = new Map<string, ReturnType<typeof setTimeout>>()

export function sendLater(message: Omit<Outgoing, 'key' | 'sendsAt'>, onSent: () => void): void {
  const key = newId()
  // A note reaches nobody outside, and can be sent at once. A second message sends the first.
  const wait = message.kind === 'note' ? 0 : undoTime
  for (const { key: earlier, sessionId } of outgoing.get().messages)
    if (sessionId === message.sessionId) sendNow(earlier)
  outgoing.set({ messages: [...outgoing.get().messages, { ...message, key, sendsAt: Date.now() + wait }] })
  sends.set(key, () => send(key, onSent))
  timers.set(
    key,
    setTimeout(() => sendNow(key), wait),
  )
}

const sends = new Map<string, () => Promise<void>>()

/** Sends a message without waiting any longer. Does nothing if it is being sent. */
export function sendNow(key: string): void {
  clearTimeout(timers.get(key))
  const send = sends.get(key)
  sends.delete(key)
  if (send) queue = queue.then(send)
}

/** Messages go out in the order in which they were written. */
let queue = Promise.resolve()

/** Takes a message back. Undefined if it is being sent. */
export function takeBack(key: string): Outgoing | undefined {
  if (!sends.delete(key)) return undefined
  clearTimeout(timers.get(key))
  const message = outgoing.get().messages.find((one) => one.key === key)
  remove(key)
  return message
}

async function send(key: string, onSent: () => void): Promise<void> {
  const message = outgoing.get().messages.find((one) => one.key === key)
  if (!message) return
  const { workspaceId, sessionId, kind, text, body, files } = message
  outgoing.set({
    messages: outgoing.get().messages.map((one) => (one.key === key ? { ...one, sendsAt: undefined } : one)),
  })
  const input = { workspaceId, sessionId, kind, text: body, ...(files.length > 0 && { attachedFileUrls: [...files] }) }
  try {
    await api.sendToConversation(input, { idempotencyKey: key })
    if (draftOf(sessionId) === text) keepDraft(sessionId, '')
  } catch (error) {
    failed.get(sessionId)?.(message)
    showError(error)
  }
  await onSent()
  remove(key)
}

/** Called with a message that could not be sent, by conversation: its composer takes the text back. */
export const failed = new Map<string, (message: Outgoing) => void>()

const remove = (key: string) => outgoing.set({ messages: outgoing.get().messages.filter((one) => one.key !== key) })
