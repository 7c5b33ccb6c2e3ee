import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, type ContextManager, context, ROOT_CONTEXT, type Span, trace } from '@opentelemetry/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

/** Spans that an SDK would receive, each as the path of names from the outermost span. */
const ended: { path: string; attributes: object; status?: string }[] = []

let service: TestService
beforeAll(async () => {
  context.setGlobalContextManager(asyncContexts())
  trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan, startActiveSpan }) as never })
  service = await testService()
  await service.publish(askingBot('traced', 1))
})
afterAll(() => service.close())

test('a turn is a span, with its commit below it, and nothing of the visitor in either', async () => {
  const { body } = await service.call('POST', '/api/v1/bots/traced/startChat', {})
  await service.call('POST', `/api/v1/sessions/${body.sessionId}/continueChat`, { message: 'Ada Lovelace' })
  expect(ended.map(({ path }) => path)).toEqual([
    'turn start > commit',
    'turn start',
    'turn continue > commit',
    'turn continue',
  ])
  expect(JSON.stringify(ended)).not.toMatch(new RegExp(`Ada|${body.sessionId}`))
})

test('a refused turn has the code of its error', async () => {
  await service.call('POST', '/api/v1/sessions/nobody/continueChat', { message: 'x' })
  expect(ended.at(-1)).toEqual({
    path: 'turn continue',
    attributes: { 'colloquy.operation': 'continue' },
    status: 'session_not_found',
  })
})

function startSpan(name: string, { attributes = {} }: { attributes?: object }, parent: Context) {
  const above = trace.getSpan(parent) as (Span & { path: string }) | undefined
  const path = above ? `${above.path} > ${name}` : name
  const entry: (typeof ended)[number] = { path, attributes }
  return {
    path,
    setStatus(status: { message?: string }) {
      entry.status = status.message
    },
    end: () => ended.push(entry),
  }
}

function startActiveSpan(name: string, options: object, work: (span: unknown) => unknown) {
  const span = startSpan(name, options, context.active())
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
