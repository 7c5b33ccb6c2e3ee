import { ApiError } from '@colloquy/api'

/** Parses ids separated by commas; throws a 400 when there are too many for one request. */
export function idsIn(text: string): string[] {
  const ids = text.split(',').flatMap((id) => id.trim() || [])
  if (ids.length <= 1000) return ids
  throw new ApiError('invalid_request', { issues: [{ path: 'resultIds', message: 'At most 1000' }] })
}
