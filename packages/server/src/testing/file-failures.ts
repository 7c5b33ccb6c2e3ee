import type { EndpointId } from '@colloquy/api'
import { exceedGuesses, exceedRate, suspended, unknown, wrongOrigin } from './common-failures.js'
import type { Drive, Failures } from './operation-world.js'
import { pictureForm } from './requests.js'

/** The chat has ended by the time the file arrives, though the address has not expired. */
const afterSession: Drive = async ({ services, service, ids, run }) => {
  const { expiresAt = 0 } = (await service.storage.sessions.get(ids.uploadSessionId)) ?? {}
  try {
    services.later = expiresAt - Date.now() - 60_000
    const body = { sessionId: ids.uploadSessionId, fileName: 'a.png', fileType: 'image/png' }
    const { presignedUrl } = (await service.call('POST', '/api/v3/generate-upload-url', body)).body
    services.later += 120_000
    return await run({ ids: { token: presignedUrl.split('/').at(-1) } })
  } finally {
    services.later = 0
  }
}

/** Reserves space for files of 10 kB until the quota is used up. */
const fillQuota: Drive = async ({ service, ids }) => {
  const body = { sessionId: ids.uploadSessionId, fileName: 'a.png', fileType: 'image/png' }
  for (;;) {
    const answer = await service.call('POST', '/api/v3/generate-upload-url', body)
    if (answer.status !== 200) return answer
  }
}

const compressed: Drive = ({ run }) => run({ headers: { 'content-encoding': 'gzip' } })
const brokenForm: Drive = ({ run }) => run({ ...pictureForm('file'), body: '--b' })

const uploadFailures: Failures = {
  upload_address_invalid: unknown('token'),
  upload_session_unknown: afterSession,
  workspace_suspended: suspended,
  too_many_requests: exceedGuesses(),
}

/** Failures of the operations with files, by error code. */
export const fileFailures: Partial<Record<EndpointId, Failures>> = {
  generateUploadUrl: {
    upload_session_unknown: unknown('uploadSessionId'),
    upload_not_expected: ({ ids, run }) => run({ ids: { uploadSessionId: ids.sessionId } }),
    file_type_not_allowed: ({ ids, run }) => run({ body: { sessionId: ids.uploadSessionId, fileName: 'a.html' } }),
    file_size_not_allowed: ({ ids, run }) =>
      run({ body: { sessionId: ids.uploadSessionId, fileName: 'a.png', fileType: 'image/png', fileSize: 10_001 } }),
    storage_quota_reached: fillQuota,
    origin_not_allowed: wrongOrigin,
    workspace_suspended: suspended,
    too_many_requests: exceedRate,
  },
  uploadFile: {
    ...uploadFailures,
    file_missing: ({ run }) => run({ body: '' }),
    file_too_large: ({ run }) => run({ body: 'x'.repeat(101) }),
    file_content_not_allowed: ({ run }) => run({ body: '<html></html>' }),
    unsupported_media_type: compressed,
  },
  uploadFileInForm: {
    ...uploadFailures,
    file_missing: ({ run }) => run(pictureForm('other')),
    file_too_large: ({ run }) => run(pictureForm('file', 'x'.repeat(101))),
    file_content_not_allowed: ({ run }) => run(pictureForm('file', '<html></html>')),
    malformed_form: brokenForm,
    unsupported_media_type: ({ run }) => run({ body: '{}', headers: { 'content-type': 'application/json' } }),
  },
  getFile: {
    file_not_found: unknown('fileName'),
    file_address_invalid: ({ run }) => run({ query: '?expires=9999999999999&signature=forged' }),
    range_not_satisfiable: ({ run }) => run({ headers: { range: 'bytes=9999-' } }),
    too_many_requests: exceedGuesses(),
  },
  getResultFile: { bot_not_found: unknown('botId'), file_not_found: unknown('fileName') },
  createBotFile: {
    bot_not_found: unknown('botId'),
    file_missing: ({ run }) => run({ body: '' }),
    malformed_form: brokenForm,
    file_too_large: ({ run }) => run({ body: 'x'.repeat(10_001) }),
    file_type_not_allowed: ({ run }) =>
      run({ body: 'What is it?', headers: { 'content-type': 'application/x-thing' } }),
    storage_quota_reached: async (world) => {
      await fillQuota(world)
      return world.run({ body: 'x'.repeat(9_999), headers: { 'content-type': 'text/plain' } })
    },
    unsupported_media_type: compressed,
  },
}
