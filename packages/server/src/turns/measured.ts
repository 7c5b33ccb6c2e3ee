import { ApiError } from '@colloquy/api'
import { RawResponse } from '../http/handler.js'
import { traced } from '../observability/tracing.js'
import type { Needs } from '../service.js'

/** Runs a turn, and records its duration and outcome as metrics. Returns its response. */
export async function measured(
  service: Needs<'metrics'>,
  operation: 'start' | 'preview' | 'continue',
  run: () => Promise<string>,
): Promise<RawResponse> {
  const began = performance.now()
  let outcome = 'ok'
  try {
    return new RawResponse(await traced(`turn ${operation}`, { 'colloquy.operation': operation }, run))
  } catch (error) {
    outcome = error instanceof ApiError ? error.code : 'internal_error'
    throw error
  } finally {
    service.metrics.turn(operation, outcome, performance.now() - began)
  }
}
