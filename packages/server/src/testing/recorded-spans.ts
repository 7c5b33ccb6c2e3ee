import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, type ContextManager, context, ROOT_CONTEXT, type Span, trace } from '@opentelemetry/api'

/** A span as an SDK exports it; `path` has the names from the outermost span. */
export interface RecordedSpan {
  path: string
  attributes: Record<string, unknown>
  /** Message of the status. */
  status?: string
  events?: unknown[]
}

const ended: RecordedSpan[] = []

/** Records the spans of this process from the first call on, in place of an SDK. `taken` returns those since it was last called. */
export function recordSpans(): { taken: () => RecordedSpan[] } {
  // Refused when there is one already: the first call wins.
  if (!isRecording) {
    isRecording = true
    context.setGlobalContextManager(asyncContexts())
    trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan, startActiveSpan }) as never })
  }
  return { taken: () => ended.splice(0) }
}

let isRecording = false

function startSpan(name: string, { attributes = {} }: { attributes?: object } = {}, parent = context.active()) {
  const above = trace.getSpan(parent) as (Span & { path: string }) | undefined
  const path = above ? `${above.path} > ${name}` : name
  const entry: RecordedSpan = { path, attributes: { ...attributes } }
  const span = {
    path,
    setStatus({ message }: { message?: string }) {
      entry.status = message
      return span
    },
    setAttribute(key: string, value: unknown) {
      entry.attributes[key] = value
      return span
    },
    addEvent(...event: unknown[]) {
      entry.events = [...(entry.events ?? []), event]
      return span
    },
    recordException(error: unknown) {
      return span.addEvent(error instanceof Error ? `${error.stack}` : error)
    },
    end: () => ended.push(entry),
  }
  return span
}

function startActiveSpan(name: string, options: object, work: (span: unknown) => unknown) {
  const span = startSpan(name, options)
  return context.with(trace.setSpan(context.active(), span as never), () => work(span))
}

function asyncContexts(): ContextManager {
  const store = new AsyncLocalStorage<Context>()
  const manager = {
    active: () => store.getStore() ?? ROOT_CONTEXT,
    with: (active: Context, work: (...values: unknown[]) => unknown, self: unknown, ...values: unknown[]) =>
      store.run(active, () => work.call(self, ...values)),
    bind: (_: Context, target: unknown) => target,
    enable: () => manager,
    disable: () => manager,
  }
  return manager as unknown as ContextManager
}
