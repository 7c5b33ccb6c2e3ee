import { ApiError } from '@colloquy/api'
import { type Attributes, ProxyTracerProvider, type Span, SpanStatusCode, trace } from '@opentelemetry/api'
import { Postponed } from '../postponed.js'

/**
 * Runs work in an OpenTelemetry span, as a child of the current one. Costs next to nothing unless the process was started with an SDK
 * (docs/operations.md). The span of work with a postponed outcome ends when that arrives. Spans name operations and kinds: never ids, addresses
 * or anything that was said.
 */
export function traced<Result>(name: string, attributes: Attributes, work: () => Promise<Result>): Promise<Result> {
  if (!isTraced()) return work()
  return tracer.startActiveSpan(name, { attributes }, async (span) => {
    let isPostponed = false
    try {
      return await work()
    } catch (error) {
      if (error instanceof Postponed) {
        isPostponed = true
        error.add(endOf(span))
        throw error
      }
      const code = error instanceof ApiError ? error.code : 'internal_error'
      span.setStatus({ code: SpanStatusCode.ERROR, message: code })
      throw error
    } finally {
      if (!isPostponed) span.end()
    }
  })
}

const endOf =
  (span: Span) =>
  (outcome: unknown): unknown => {
    span.end()
    return outcome
  }

/** True if the process was started with an SDK; without one there is only a proxy provider with no delegate. */
function isTraced(): boolean {
  const provider = trace.getTracerProvider()
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer('colloquy') !== undefined
}

const tracer = trace.getTracer('colloquy')
