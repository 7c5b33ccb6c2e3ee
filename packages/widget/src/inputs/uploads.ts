import type { SentFile } from '../conversation/chat-state.js'
import type { Connection } from '../conversation/connection.js'

export interface UploadTarget {
  connection: Connection
  sessionId: string
  blockId: string
}

interface UploadTicket {
  presignedUrl: string
  formData?: Record<string, string>
  fileUrl: string
}

/** Uploads a file to the address that the service gives. Calls `onProgress` with a share from 0 to 1. */
export async function uploadFile(
  file: File,
  target: UploadTarget,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<SentFile> {
  const ticket = await uploadTicket(file, target)
  await put(file, ticket, onProgress, signal)
  return { name: file.name, url: ticket.fileUrl, type: file.type }
}

/** The service rejects the file; `code` is the reason, and the message explains it in the service's words. */
export class UploadRefused extends Error {
  readonly code: string

  constructor({ code, message }: { code: string; message: string }) {
    super(message)
    this.code = code
  }
}

/** Requests an upload address for a file. Throws an `UploadRefused` if it is rejected. */
async function uploadTicket(file: File, { connection, sessionId, blockId }: UploadTarget): Promise<UploadTicket> {
  const { name: fileName, type: fileType, size: fileSize } = file
  const request = { sessionId, blockId, fileName, fileType, fileSize }
  const response = await connection.post('/v3/generate-upload-url', request)
  const body = await response.json()
  if (!response.ok) throw new UploadRefused(body)
  return body
}

/** Uses XMLHttpRequest, because only it reports the progress of an upload. */
function put(file: File, ticket: UploadTicket, onProgress: (share: number) => void, signal?: AbortSignal) {
  return new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fields = Object.entries(ticket.formData ?? {})
    request.open(fields.length > 0 ? 'POST' : 'PUT', ticket.presignedUrl)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => (request.status < 300 ? resolve() : reject(errorOf(request)))
    request.onerror = () => reject(new Error('The connection broke off'))
    request.onabort = () => reject(new Error('Cancelled'))
    signal?.addEventListener('abort', () => request.abort())
    if (fields.length === 0) {
      request.setRequestHeader('Content-Type', file.type || 'application/octet-stream')
      request.setRequestHeader('Cache-Control', 'public, max-age=86400')
      request.send(file)
      return
    }
    const form = new FormData()
    for (const [name, value] of fields) form.append(name, value)
    form.append('file', file)
    request.send(form)
  })
}

/** The error that a response contains. */
function errorOf({ responseText }: XMLHttpRequest): Error {
  try {
    return new UploadRefused(JSON.parse(responseText))
  } catch (error) {
    return error as Error
  }
}
