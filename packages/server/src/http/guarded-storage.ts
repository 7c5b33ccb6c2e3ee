import { ApiError } from '@colloquy/api'
import { type Storage, StorageFullError } from '@colloquy/storage'

/**
 * Wraps a storage so that its failures become API errors: `storage_full` if there is no space left, else `storage_unavailable`. In both
 * cases nothing was written, so the same request can be retried. The original error is the `cause`.
 */
export function guardedStorage(storage: Storage): Storage {
  const { changes, ...rest } = storage
  const guarded = Object.entries(rest).map(([name, part]) => [
    name,
    typeof part === 'function' ? guardedCall(part.bind(storage)) : guardedStore(part),
  ])
  return { ...Object.fromEntries(guarded), changes } as Storage
}

type AnyCall = (...values: never[]) => Promise<unknown>

function guardedStore(store: object): object {
  const calls = Object.entries(store) as [string, AnyCall][]
  return Object.fromEntries(calls.map(([name, call]) => [name, guardedCall(call.bind(store))]))
}

function guardedCall(call: AnyCall): AnyCall {
  return (...values) => call(...values).catch(refuse)
}

function refuse(cause: unknown): never {
  throw cause instanceof StorageFullError
    ? new ApiError('storage_full', { cause })
    : new ApiError('storage_unavailable', { retryAfter: 1, cause })
}
