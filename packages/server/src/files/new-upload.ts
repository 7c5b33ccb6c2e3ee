import { ApiError, type ErrorCode } from '@colloquy/api'
import type { UploadRow } from '@colloquy/storage'
import { newId } from '../ids.js'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import type { Needs } from '../service.js'

/** Returns a row for an expected file. Generates its id and path; the given name is only stored. */
export function newUpload(given: Omit<UploadRow, 'id' | 'path' | 'isKept'> & { isKept?: boolean }): UploadRow {
  const id = newId()
  const folder = given.resultId
    ? `results/${given.resultId}`
    : given.sessionId
      ? `sessions/${given.sessionId}`
      : 'files'
  return {
    isKept: false,
    ...given,
    id,
    name: storable(given.name),
    path: `workspaces/${given.workspaceId}/bots/${given.botId}/${folder}/${id}`,
  }
}

/** Stores the row, which also reserves the space. */
export async function createUpload(
  service: Needs<'storage' | 'config'>,
  upload: UploadRow,
  codeWhenMissing: ErrorCode,
): Promise<void> {
  const outcome = await service.storage.uploads.create(upload, service.config.limits.workspaceFileBytes)
  if (outcome === 'full') throw new LimitExceeded('workspaceFileBytes')
  if (outcome === 'missing') throw new ApiError(codeWhenMissing)
}

const maxNameLength = 255

function storable(name: string): string {
  return Array.from(name.replace(/\0|\p{Surrogate}/gu, ''))
    .slice(0, maxNameLength)
    .join('')
}
