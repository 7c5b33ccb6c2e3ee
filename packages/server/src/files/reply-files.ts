import type { ReplyMessage } from '@colloquy/chat'
import type { CompiledFlow, Session } from '@colloquy/engine'
import { promptOfType } from '@colloquy/flow'
import type { UploadRow } from '@colloquy/storage'
import type { Needs } from '../service.js'
import { idOfFileUrl } from './file-address.js'

/** A reply, and the files of its session that it refers to. */
export interface ReplyWithFiles {
  message: ReplyMessage | undefined
  uploads: UploadRow[]
}

/**
 * Finds files in a reply. Addresses elsewhere are kept unchanged; an address of this service is kept only if the file was uploaded in this
 * session for the waiting input, and is dropped otherwise: the input then asks again.
 */
export function replyWithFiles(
  service: Needs<'storage'>,
  reply: ReplyToRead,
  ownUrls: readonly string[],
): ReplyWithFiles | Promise<ReplyWithFiles> {
  const { message } = reply
  const addresses = message ? addressesIn(message) : []
  const ids = addresses.flatMap((address) => idOfFileUrl(address) ?? [])
  if (!message || ids.length === 0) return { message, uploads: [] }
  return withFiles(service, { ...reply, message }, ids, ownUrls)
}

interface ReplyToRead {
  sessionId: string
  session: Session
  compiledFlows: ReadonlyMap<string, CompiledFlow>
  message?: ReplyMessage
}

async function withFiles(
  service: Needs<'storage'>,
  reply: ReplyToRead & { message: ReplyMessage },
  ids: readonly string[],
  ownUrls: readonly string[],
): Promise<ReplyWithFiles> {
  const { message, session } = reply
  const compiledFlow = reply.compiledFlows.get(session.frames[0]?.programId ?? '')
  const block = compiledFlow?.blockById.get(session.currentBlockId ?? '')?.block
  const found = await service.storage.uploads.ofSession(reply.sessionId, ids.slice(0, maxFiles))
  const uploads = found.filter((upload) => upload.blockId === block?.id)
  const known = new Set(uploads.map((upload) => upload.id))
  const isWelcome = (address: string) => {
    const id = idOfFileUrl(address)
    return id === undefined || known.has(id) || !ownUrls.some((url) => address.startsWith(`${url}/api/`))
  }
  return {
    message: keepOnly(message, isWelcome, block !== undefined && promptOfType(block.type)?.takesFiles === true),
    uploads,
  }
}

/** Returns the total bytes of the files that an answer names. */
export function bytesOfAnswer(
  answer: { content: string; attachedFileUrls?: string[] },
  uploads: readonly UploadRow[],
): number {
  if (uploads.length === 0) return 0
  const named = [answer.content, ...(answer.attachedFileUrls ?? [])].join(' ')
  return uploads.reduce((sum, upload) => (named.includes(upload.id) ? sum + upload.size : sum), 0)
}

/** Maximum number of files of one reply that are looked up. */
const maxFiles = 1_000

function addressesIn(message: ReplyMessage): string[] {
  if (message.type === 'audio') return [message.url]
  if (message.type === 'command' || message.type === 'no-answer') return []
  const attached = attachedTo(message)
  return attached.length > 0 || message.text.includes('/api/') ? [...message.text.split(', '), ...attached] : []
}

function attachedTo(message: Extract<ReplyMessage, { type: 'text' }>): string[] {
  return 'attachedFileUrls' in message ? (message.attachedFileUrls ?? []) : []
}

function keepOnly(
  message: ReplyMessage,
  isWelcome: (address: string) => boolean,
  isFileInput: boolean,
): ReplyMessage | undefined {
  if (message.type === 'audio') return isWelcome(message.url) ? message : undefined
  if (message.type === 'command' || message.type === 'no-answer') return message
  const text = isFileInput ? message.text.split(', ').filter(isWelcome).join(', ') : message.text
  const attached = attachedTo(message).filter(isWelcome)
  return { ...message, text, attachedFileUrls: attached.length > 0 ? attached : undefined }
}
