import { ApiError } from '@colloquy/api'
import { type Attributes, ProxyTracerProvider, SpanStatusCode, trace } from '@opentelemetry/api'

/**
 * A span of OpenTelemetry around some work, below the one that it is called in. Costs next to nothing unless the process was
 * started with an SDK (docs/operations.md). Spans name operations and kinds: never ids, addresses or what was said.
 */
export function traced<Result>(name: string, attributes: Attributes, work: () => Promise<Result>): Promise<Result> {
  if (!isTraced()) return work()
  return tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work()
    } catch (error) {
      const code = error instanceof ApiError ? error.code : 'internal_error'
      span.setStatus({ code: SpanStatusCode.ERROR, message: code })
      throw error
    } finally {
      span.end()
    }
  })
}

/** Whether the process was started with an SDK: until then there is a stand-in for its provider, with nobody behind it. */
function isTraced(): boolean {
  const provider = trace.getTracerProvider()
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer('colloquy') !== undefined
}

const tracer = trace.getTracer('colloquy')
