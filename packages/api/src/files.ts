import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { botParams } from './shapes.js'

const tokenParams = z.object({ token: z.string() })

const uploadErrors = [
  'upload_address_invalid',
  'upload_session_unknown',
  'workspace_suspended',
  'file_missing',
  'file_too_large',
  'file_content_not_allowed',
  'unsupported_media_type',
  'too_many_requests',
] as const

export const fileEndpoints = {
  generateUploadUrl: {
    id: 'generateUploadUrl',
    method: 'POST',
    path: '/api/v3/generate-upload-url',
    summary: 'Get an address to which a file may be uploaded, once and within 10 minutes',
    auth: 'none',
    rate: 'uploadsPerMinute',
    isForVisitors: true,
    isReadByPages: true,
    isGuessable: true,
    body: z.object({
      sessionId: z.string().max(200),
      blockId: z.string().optional().meta({ description: 'Not needed: the input that the session waits at decides' }),
      fileName: z.string().max(10_000),
      fileType: z
        .string()
        .max(1_000)
        .optional()
        .meta({ description: 'MIME type; the upload must not state another one' }),
      fileSize: z.number().nonnegative().optional().meta({ description: 'Bytes; the upload must not have more' }),
    }),
    bodyLimit: 'chat',
    response: z.object({
      presignedUrl: z.url().meta({ description: 'PUT the bytes here, or POST a form with a part named "file"' }),
      formData: z
        .record(z.string(), z.string())
        .meta({ description: 'Fields to send in such a form, before the file' }),
      fileType: z.string(),
      maxFileSize: z.number().meta({ description: 'In MB of 1,048,576 bytes' }),
      fileUrl: z.url().meta({ description: 'Value of the reply once the file is uploaded' }),
    }),
    errors: [
      'upload_session_unknown',
      'upload_not_expected',
      'file_type_not_allowed',
      'file_size_not_allowed',
      'storage_quota_reached',
      'origin_not_allowed',
      'workspace_suspended',
      'too_many_requests',
    ],
  },
  uploadFile: {
    id: 'uploadFile',
    method: 'PUT',
    path: '/api/uploads/{token}',
    summary: 'Upload a file to the address that was given for it',
    auth: 'none',
    isForVisitors: true,
    isReadByPages: true,
    isGuessable: true,
    params: tokenParams,
    takesFile: 'raw',
    status: 204,
    errors: uploadErrors,
  },
  uploadFileInForm: {
    id: 'uploadFileInForm',
    method: 'POST',
    path: '/api/uploads/{token}',
    summary: 'Upload a file as the part "file" of a form',
    auth: 'none',
    isForVisitors: true,
    isReadByPages: true,
    isGuessable: true,
    params: tokenParams,
    takesFile: 'form',
    status: 204,
    errors: [...uploadErrors, 'malformed_form'],
  },
  getFile: {
    id: 'getFile',
    method: 'GET',
    path: '/api/files/{fileName}',
    summary: 'Get a public file, or a private one by the address that its readers are sent to',
    auth: 'none',
    isForVisitors: true,
    isGuessable: true,
    params: z.object({ fileName: z.string() }),
    query: z.object({
      expires: z.string().optional().meta({ description: 'Of the address of a private file' }),
      signature: z.string().optional().meta({ description: 'Of the address of a private file' }),
    }),
    response: z.string(),
    contentType: '*/*',
    isCacheable: true,
    errors: ['file_not_found', 'file_address_invalid', 'range_not_satisfiable', 'too_many_requests'],
  },
  getResultFile: {
    id: 'getResultFile',
    method: 'GET',
    path: '/api/bots/{botId}/results/{resultId}/blocks/{blockId}/{fileName}',
    summary: 'Redirect to an address at which a file of a result can be read for an hour',
    auth: 'read',
    needs: 'results.read',
    params: z.object({ botId: z.string(), resultId: z.string(), blockId: z.string(), fileName: z.string() }),
    status: 302,
    errors: ['bot_not_found', 'file_not_found'],
  },
  createBotFile: {
    id: 'createBotFile',
    method: 'POST',
    path: '/api/v1/bots/{botId}/files',
    summary:
      'Upload a picture, sound, video or document for a bot to show: the bytes, or a form with a part named "file"',
    auth: 'write',
    needs: 'bot.addFile',
    params: botParams,
    query: z.object({
      name: z.string().max(10_000).optional().meta({ description: 'Its name, unless a form contains it' }),
    }),
    takesFile: 'raw or form',
    response: z.object({
      file: z.object({
        id: z.string(),
        name: z.string(),
        type: z.string(),
        size: z.number().meta({ description: 'Bytes' }),
        url: z.url().meta({ description: 'Open to everybody who knows it' }),
      }),
    }),
    errors: [
      'bot_not_found',
      'file_missing',
      'malformed_form',
      'file_too_large',
      'file_type_not_allowed',
      'storage_quota_reached',
      'unsupported_media_type',
    ],
  },
} as const satisfies Record<string, Endpoint>
