import type { FileUpload, ServiceOutcome } from '@colloquy/flow/integrations'
import type { EgressPort } from '@colloquy/ports/egress'
import { readUrl } from '@colloquy/ports/urls'
import type { TurnScope } from '../effects/effects.js'
import type { Attachment } from '../files/open-attachment.js'
import type { Limits } from '../limits/limits.js'
import type { FilesOfCall } from './held-files.js'

/** A file to upload in a form. */
export interface UploadedFile {
  field: string
  name: string
  type: string
  content: Uint8Array<ArrayBuffer>
}

/** Opens a file of the conversation by its address; undefined for any other address. */
export type OpenFile = (url: string, scope: TurnScope) => Promise<Attachment | undefined>

/** Reason for the author why there is no file. */
export type FileFailure = Extract<ServiceOutcome, { reason: string }>

export interface FileReader {
  ports: { egress: EgressPort }
  limits: Pick<Limits, 'serviceFileBytes'>
  openFile: OpenFile
  held: FilesOfCall
  /** Failure for a file that exceeds the limit; by default it names the limit. */
  tooLarge?: FileFailure
}

/** Reads a file to upload, under the name that its field requires. */
export async function readUpload(
  upload: FileUpload,
  scope: TurnScope,
  reader: FileReader,
): Promise<UploadedFile | FileFailure> {
  const file = await readFile(upload.url, scope, reader)
  return 'reason' in file ? file : uploaded(upload, file.type, file.content)
}

/** Reads a file by its address: from storage if it belongs to the conversation, otherwise by a request. */
export async function readFile(
  url: string,
  scope: TurnScope,
  { ports, limits, openFile, held, tooLarge = tooLargeFor(limits.serviceFileBytes) }: FileReader,
): Promise<Omit<UploadedFile, 'field'> | FileFailure> {
  const own = await openFile(url, scope)
  if (own) {
    let isFull = false
    const hold = (bytes: number) => {
      isFull = !held.hold(bytes)
      return !isFull
    }
    const content = await readWithin(own.content, limits.serviceFileBytes, hold)
    if (!content) return isFull ? noSpace : tooLarge
    return { name: own.filename, type: own.contentType, content }
  }
  const answer = await ports.egress.send({
    owner: { workspaceId: scope.workspaceId, botId: scope.botId },
    url,
    method: 'GET',
    headers: [],
    timeoutSeconds: scope.budget.secondsFor(30),
    maxBytes: limits.serviceFileBytes,
    guard: scope.budget,
  })
  switch (answer.kind) {
    case 'response': {
      if (answer.status < 200 || answer.status >= 300)
        return failed(`its file could not be fetched: status ${answer.status}.`)
      if (!held.hold(answer.body.byteLength)) return noSpace
      const [type = ''] = (answer.headers['content-type'] ?? '').split(';')
      return { name: fileNameOf(url), type: type.trim(), content: Uint8Array.from(answer.body) }
    }
    case 'too-large':
      return tooLarge
    case 'timeout':
      return failed(`its file could not be fetched within ${answer.seconds} s.`)
    default:
      return failed(`its file could not be fetched: ${answer.reason}`)
  }
}

/** Returns the last part of the path of an address. */
export function fileNameOf(url: string): string {
  const last = readUrl(url)?.pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

function uploaded(
  { field, url, name, extensions, addressExtensions = [], otherwise }: FileUpload,
  contentType: string,
  content: UploadedFile['content'],
) {
  const [type = ''] = contentType.toLowerCase().split(';')
  const known = Object.hasOwn(extensions, type.trim()) ? extensions[type.trim()] : undefined
  const path = readUrl(url)?.pathname ?? ''
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  const isEnding = [...Object.values(extensions), ...addressExtensions].includes(ending)
  const extension = known ?? (isEnding ? ending : otherwise)
  return { field, name: `${name}.${extension}`, type: type.trim() || 'application/octet-stream', content }
}

/** Returns the bytes of a stream; undefined if it exceeds the limit, or `hold` refuses to count further bytes. */
export async function readWithin(
  stream: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
  maxBytes: number,
  hold: (bytes: number) => boolean = () => true,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > maxBytes || !hold(chunk.byteLength)) return undefined
    chunks.push(chunk)
  }
  return Uint8Array.from(Buffer.concat(chunks, size))
}

const failed = (reason: string): FileFailure => ({ answer: 'failed', reason })
const noSpace = failed('too many files are being sent at the moment: this call was not made.')
const tooLargeFor = (maxBytes: number): FileFailure => failed(`its file is larger than ${maxBytes} bytes.`)
