import { ApiError } from '@colloquy/api'
import type { IncomingContent } from '@colloquy/channels'
import type { AwaitedKind, ReceivedContent } from '@colloquy/engine'
import { extensionsOf } from '@colloquy/flow/file-types'
import type { ChannelAccount } from '@colloquy/ports/messaging'
import { storeReplyFile } from '../files/store-reply-file.js'
import { waitingInput } from '../files/waiting-input.js'
import { noPage } from '../http/allowed-origin.js'
import type { Service } from '../service.js'

type Media = Extract<IncomingContent, { kind: 'media' }>

export interface MediaRequest {
  account: ChannelAccount
  sessionId: string
  awaited: AwaitedKind
  publicUrl: string
  signal: AbortSignal
}

/** Result of fetching a file: stored, with its address among the files of the chat; left out, with the reason; or to be retried. */
export type StoredMedia =
  | { kind: 'stored'; content: ReceivedContent }
  | { kind: 'left out'; content: ReceivedContent; reason: string }
  | { kind: 'later'; reason: string }

/** Stores a file that a contact sent as part of a reply, by the rules of the input that waits for it. */
export async function storeMedia(service: Service, content: Media, request: MediaRequest): Promise<StoredMedia> {
  const { account, sessionId, awaited, publicUrl, signal } = request
  const found = await service.ports.messaging.download(
    account,
    content.mediaId,
    service.config.limits.uploadBytes,
    signal,
  )
  if (found.kind === 'later') return found
  if (found.kind === 'never') return { kind: 'left out', content, reason: found.reason }
  const type = content.mimeType || found.type
  const name = content.fileName ?? `${content.media}.${[...extensionsOf([type])][0] ?? 'bin'}`
  const input = await waitingInput(service, sessionId, noPage(publicUrl))
  const rule = input.rule ?? (awaited === 'text' ? privateFiles : undefined)
  try {
    const file = { name, type, content: oneChunk(found.content) }
    const url = await storeReplyFile(service, { ...input, rule }, file, publicUrl)
    return { kind: 'stored', content: { ...content, url } }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return { kind: 'left out', content, reason: error.message }
  }
}

/** Rules for a file that the input does not ask for, though it takes any text: only people who may read the results can open it. */
const privateFiles = { visibility: 'private', extensions: undefined } as const

async function* oneChunk(content: Uint8Array): AsyncGenerator<Buffer> {
  yield Buffer.from(content)
}
