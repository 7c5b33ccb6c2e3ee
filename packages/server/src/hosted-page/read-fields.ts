import { ApiError } from '@colloquy/api'
import type { SentForm } from '@colloquy/chat'
import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { essence } from '../files/content-type.js'
import { chunksOf, cutWhenSlow, type IncomingFile, isForm } from '../files/incoming-file.js'
import type { Needs } from '../service.js'

/** Handlers for the parts of a form. Fields come before files, and `admit` receives them before the first file is stored. */
export interface FormTaker<Admitted> {
  admit(fields: SentForm['fields']): Promise<Admitted>
  /** Stores a file and returns its address; throws an `ApiError` if the file is not allowed. */
  store(admitted: Admitted, file: IncomingFile & { name: string }): Promise<string>
}

/** Reads a form of a page and stores its files while reading; after a refused file, the others are skipped. */
export async function readFields<Admitted>(
  service: Needs<'config' | 'metrics'>,
  request: FastifyRequest,
  taker: FormTaker<Admitted>,
): Promise<{ admitted: Admitted; form: SentForm }> {
  const fields = new Map<string, string[]>()
  let characters = 0
  // Forms send CRLF line breaks as email does; all other messages of visitors have LF.
  const add = (name: string, value: string) => {
    characters += value.length
    if (characters > service.config.limits.chatBytes) throw new ApiError('body_too_large')
    const values = fields.get(name)
    const written = value.replaceAll('\r\n', '\n')
    if (values) values.push(written)
    else fields.set(name, [written])
  }
  if (!isForm(request)) {
    for (const [name, value] of new URLSearchParams(String(request.body ?? ''))) add(name, value)
    return { admitted: await taker.admit(fields), form: { fields, fileUrls: [] } }
  }
  const stop = cutWhenSlow(service, request)
  try {
    return await readParts()
  } finally {
    stop()
  }

  async function readParts() {
    let admitted: Admitted | undefined
    let refusedFile: SentForm['refusedFile']
    const fileUrls: string[] = []
    for await (const part of partsOf(request)) {
      if (part.type === 'field') {
        add(part.fieldname, String(part.value))
        continue
      }
      admitted ??= await taker.admit(fields)
      const file = { name: part.filename, type: essence(part.mimetype), content: chunksOf(part.file) }
      // A field without a file sends an empty one.
      if (refusedFile || part.filename === '' || part.fieldname !== 'file') {
        part.file.resume()
        continue
      }
      try {
        fileUrls.push(await taker.store(admitted, file))
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw error
        part.file.resume()
        const megabytes = service.config.limits.uploadBytes / 1_048_576
        refusedFile = { name: part.filename, reason: reasons[error.code] ?? 'other', megabytes }
      }
    }
    admitted ??= await taker.admit(fields)
    return { admitted, form: { fields, fileUrls, refusedFile } }
  }
}

/** Throws `malformed_form` if the upload breaks off or is not a form. */
async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* request.parts()
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === 413) throw new ApiError('body_too_large', { cause: error })
    throw new ApiError('malformed_form', {
      message: 'The form cannot be read. Reload the page and try again.',
      cause: error,
    })
  }
}

const reasons: Record<string, 'type' | 'size'> = {
  file_too_large: 'size',
  file_type_not_allowed: 'type',
  file_content_not_allowed: 'type',
}
