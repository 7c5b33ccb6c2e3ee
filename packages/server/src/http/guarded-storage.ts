import { ApiError, errorCatalogue } from '@colloquy/api'
import { NewerSchemaError, QuotaReachedError, type Storage, StorageFullError } from '@colloquy/storage'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import { limitTable } from '../limits/limits.js'

/**
 * Wraps a storage so that its failures become API errors: a `LimitExceeded` if a quota is reached, `storage_full` if there is no
 * space left, `schema_newer` if a newer version has migrated it, else `storage_unavailable`, with the original error as the `cause`. In all cases nothing was written, so the same request can
 * be retried.
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
  if (cause instanceof QuotaReachedError) throw limitExceeded(cause)
  if (cause instanceof NewerSchemaError) throw new ApiError('schema_newer', { retryAfter: 60, cause })
  throw cause instanceof StorageFullError
    ? new ApiError('storage_full', { cause })
    : new ApiError('storage_unavailable', { retryAfter: 1, cause })
}

function limitExceeded({ quota, max, taken }: QuotaReachedError): LimitExceeded {
  const message = errorCatalogue[limitTable[quota].error].message
    .replace('{max}', max.toLocaleString('en-US'))
    .replace('{taken}', taken?.toLocaleString('en-US') ?? '')
  return new LimitExceeded(quota, { message })
}
