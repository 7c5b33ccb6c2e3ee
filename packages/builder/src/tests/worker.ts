import { t } from '../i18n/i18n.js'
import address from './test-worker.ts?worker&url'
import type { TestOrders, TestReply } from './worker-orders.js'

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

/** Milliseconds after which a run is given up: a pattern of the flow may take forever. */
const longest = 20_000

let worker: Worker | undefined
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined
let count = 0
const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>()

/** Has the worker do something. It is started with the first order, and anew after one that took too long. */
export function ask<K extends keyof TestOrders>(
  kind: K,
  asks: TestOrders[K]['asks'],
): Promise<TestOrders[K]['answers']> {
  worker ??= start()
  count += 1
  const id = count
  worker.postMessage({ kind, id, ...asks })
  return new Promise<unknown>((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    setTimeout(() => waiting.has(id) && giveUp(), longest)
  }) as Promise<TestOrders[K]['answers']>
}

function start(): Worker {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('colloquy-test-worker', { createScriptURL: () => address })
  const started = new Worker(policy ? policy.createScriptURL(address) : address)
  started.addEventListener('message', ({ data }: MessageEvent<TestReply>) => {
    const order = waiting.get(data.id)
    waiting.delete(data.id)
    if ('error' in data) order?.reject(new Error(data.error))
    else order?.resolve(data.answer)
  })
  return started
}

function giveUp(): void {
  worker?.terminate()
  worker = undefined
  const orders = [...waiting.values()]
  waiting.clear()
  for (const { reject } of orders) reject(new Error(t('The tests took longer than 20 seconds.')))
}
