import { ApiError } from '@colloquy/api'
import type { UploadRow } from '@colloquy/storage'
import type { FastifyRequest } from 'fastify'
import { noPage, referrerOf } from '../http/allowed-origin.js'
import { BareResponse, type Handlers } from '../http/handler.js'
import { publicUrl } from '../http/public-url.js'
import type { Needs, Service } from '../service.js'
import { bytes, essence, type FoundType } from './content-type.js'
import {
  fileUrl,
  idOfFileName,
  isSignedFile,
  isUploadToken,
  readUploadToken,
  signedFileUrl,
  uploadToken,
} from './file-address.js'
import { cutWhenSlow, incomingFile, isForm } from './incoming-file.js'
import { createUpload, newUpload } from './new-upload.js'
import { receiveFile, receivingTime } from './receive-file.js'
import { serveFile } from './serve-file.js'
import { allowsContent, announcedExtension, type UploadRule } from './upload-rule.js'
import { waitingInput } from './waiting-input.js'

type FileHandlers = Handlers<
  'generateUploadUrl' | 'uploadFile' | 'uploadFileInForm' | 'getFile' | 'getResultFile' | 'createBotFile'
>

/** Validity, in milliseconds, of an upload address, and of an address for reading a private file. */
const uploadTime = 600_000
const readingTime = 3_600_000

export const fileHandlers: FileHandlers = {
  async generateUploadUrl(service, { body, request }) {
    const input = await waitingInput(service, body.sessionId, referrerOf(service, request))
    if (!input.rule) throw new ApiError('upload_not_expected')
    const type = body.fileType === undefined ? undefined : essence(body.fileType)
    const extension = announcedExtension(input.rule, { name: body.fileName, type })
    if (extension === undefined) throw notAllowed(input.allowedTypes)
    const limit = service.config.limits.uploadBytes
    const size = Math.ceil(body.fileSize ?? limit)
    const maxFileSize = limit / bytesOfMb
    if (size > limit)
      throw new ApiError('file_size_not_allowed', { message: `This file is larger than ${maxFileSize} MB` })
    const now = service.now()
    const upload = newUpload({
      ...input.owner,
      visibility: input.owner.resultId === null ? 'public' : input.rule.visibility,
      name: body.fileName,
      type: type ?? '',
      size,
      state: 'pending',
      createdAt: now,
      expiresAt: now + uploadTime,
    })
    await createUpload(service, upload, 'upload_session_unknown')
    const base = publicUrl(service, request)
    return {
      presignedUrl: `${base}/api/uploads/${uploadToken(service.secret, upload, now + uploadTime)}`,
      formData: {},
      fileType: upload.type || bytes,
      maxFileSize,
      fileUrl: fileUrl(base, upload, extension),
    }
  },

  uploadFile: (service, { params, request }) => upload(service, params.token, 'raw', request),
  uploadFileInForm: (service, { params, request }) => upload(service, params.token, 'form', request),

  async getFile(service, { params, query, request, reply }) {
    const id = idOfFileName(params.fileName)
    const file = id === undefined ? undefined : await service.storage.uploads.find(id)
    const isSigned = query.signature !== undefined
    if (isSigned && !isSignedFile(service.secret, params.fileName, query, service.now())) {
      throw new ApiError('file_address_invalid')
    }
    if (file?.state !== 'stored' || (file.visibility === 'private' && !isSigned)) throw new ApiError('file_not_found')
    reply.header('access-control-allow-origin', '*')
    return serveFile(service, file, params.fileName, request)
  },

  async getResultFile(service, { params, request, bot }) {
    const id = idOfFileName(params.fileName)
    const file = id === undefined ? undefined : await service.storage.uploads.find(id)
    const isThere =
      file?.state === 'stored' &&
      file.botId === bot.id &&
      file.resultId === params.resultId &&
      file.blockId === params.blockId
    if (!isThere) throw new ApiError('file_not_found')
    const until = service.now() + readingTime
    const location = signedFileUrl(publicUrl(service, request), params.fileName, service.secret, until)
    return new BareResponse(302, { location })
  },

  async createBotFile(service, { query, request, bot }) {
    return receiving(service, request, async () => {
      const file = await incomingFile(request, isForm(request) ? 'form' : 'raw')
      const upload = newUpload({
        workspaceId: bot.workspaceId,
        botId: bot.id,
        sessionId: null,
        blockId: null,
        resultId: null,
        visibility: 'public',
        name: file.name ?? query.name ?? '',
        type: file.type,
        size: declaredLength(request, service.config.limits.uploadBytes),
        state: 'receiving',
        createdAt: service.now(),
        expiresAt: service.now() + receivingTime,
        isKept: true,
      })
      await createUpload(service, upload, 'bot_not_found')
      const stored = await receiveFile(service, upload, file, refuseUnknown).catch(async (error) => {
        await service.storage.uploads.release(upload.id, service.now())
        service.sweeper.soon()
        throw error
      })
      if (!stored) throw new ApiError('bot_not_found')
      const extension = announcedExtension(anything, { name: upload.name, type: stored.type }) as string
      const { id, name } = upload
      return { file: { id, name, ...stored, url: fileUrl(publicUrl(service, request), upload, extension) } }
    })
  },
}

const bytesOfMb = 1_048_576
const anything: UploadRule = { visibility: 'public', extensions: undefined }

/** Makes one upload attempt: only one may be in progress, and a failed one may be repeated until the address expires. */
function upload(service: Service, token: string, kind: 'raw' | 'form', request: FastifyRequest): Promise<BareResponse> {
  return receiving(service, request, async () => {
    const { uploads } = service.storage
    const address = readUploadToken(token)
    const pending = address && (await uploads.find(address.id))
    const now = service.now()
    if (!address || address.expires <= now || !pending || !isUploadToken(service.secret, pending, token))
      throw wrongAddress()
    if (kind === 'raw') checkType(pending, essence(request.headers['content-type']))
    declaredLength(request, pending.size)
    const begun = await uploads.begin(pending.id, now, now + receivingTime)
    if (!begun) throw wrongAddress()
    try {
      const rule = await ruleOf(service, begun)
      const file = await incomingFile(request, kind)
      checkType(begun, file.type)
      const extension = announcedExtension(rule, begun) ?? ''
      const stored = await receiveFile(service, begun, file, async (found) => {
        const isAllowed = await allowsContent(rule, found, extension)
        if (!isAllowed) throw new ApiError('file_content_not_allowed')
      })
      if (!stored) throw wrongAddress()
      return new BareResponse(204)
    } catch (error) {
      await uploads.release(begun.id, address.expires)
      throw error
    }
  })
}

/** Enforces a minimum transfer rate. */
async function receiving<T>(
  service: Needs<'config' | 'metrics'>,
  request: FastifyRequest,
  run: () => Promise<T>,
): Promise<T> {
  const stop = cutWhenSlow(service, request)
  try {
    return await run()
  } catch (error) {
    request.raw.unpipe()
    throw error
  } finally {
    stop()
  }
}

/**
 * Returns the rule of an upload. The address itself grants permission, from any page. It ends once the session waits for something else.
 */
async function ruleOf(
  service: Needs<'storage' | 'compiledFlows' | 'sessionCache' | 'rights' | 'now'>,
  upload: UploadRow,
): Promise<UploadRule> {
  const input = await waitingInput(service, upload.sessionId ?? '', noPage())
  if (!input.rule || input.owner.blockId !== upload.blockId) throw wrongAddress()
  return input.rule
}

function checkType(upload: UploadRow, type: string): void {
  if (type === '' || upload.type === '' || type === upload.type) return
  throw new ApiError('upload_address_invalid', {
    message: `This address is for a file of type ${upload.type}, and not of type ${type}`,
  })
}

/** Maximum bytes of a form in addition to its file. */
const formBytes = 65_536

/** Returns the length of the file, or its upper bound: at most `limit`. A request that declares more is rejected without reading it. */
function declaredLength(request: FastifyRequest, limit: number): number {
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  if (length > limit + (isForm(request) ? formBytes : 0)) throw new ApiError('file_too_large')
  return Math.min(limit, Number.isNaN(length) ? limit : length)
}

/** Rejects files of unknown types: authors' files are meant to be displayed. */
function refuseUnknown(found: FoundType): void {
  if (found.type !== bytes) return
  throw new ApiError('file_type_not_allowed', { message: 'Upload a picture, a sound, a video or a document' })
}

function notAllowed(types: readonly string[]): ApiError {
  return new ApiError('file_type_not_allowed', {
    message: `Files of this type are not accepted here, only: ${types.join(', ')}`,
  })
}

function wrongAddress(): ApiError {
  return new ApiError('upload_address_invalid')
}
