import type { FetchRequest, FetchResponse } from './segment.js'

/** Commands of the code inside the sandbox; each is passed as JSON, and a `ScriptReport` is returned as JSON. */
export type PreludeCommand =
  | { do: 'compile'; code: string; mode: 'value' | 'full' }
  | { do: 'start'; args: ScriptArgument[]; seed: [number, number, number, number]; resultLength: number }
  | { do: 'resume'; answers: FetchResponse[] }
  | { do: 'look' }

/** Without a value the global exists and is `undefined`. */
export type ScriptArgument = [name: string, value?: unknown]

/**
 * The first code that a new sandbox runs: its source is evaluated inside, so it must not refer to anything outside of itself. It returns
 * the only interface to the host, a function from text to text.
 *
 * It provides no protection itself. A script may break anything it finds in here, and thereby its own report.
 */
export function prelude(): (command: string) => string {
  const { parse, stringify } = JSON
  const { defineProperty, ownKeys } = Reflect
  const Text = String
  const Time = Date
  const { isArray } = Array
  const Sync = Function
  const Async = (async () => {}).constructor as FunctionConstructor

  let body: () => unknown = () => undefined
  let isFull = false
  let report = ''
  let resultLength = 0
  let assignedLength = 0
  let requests: FetchRequest[] = []
  let calls = 0
  const assigned: Record<string, string> = Object.create(null)
  const waiting: Record<number, { resolve: (text: string) => void; reject: (error: Error) => void }> =
    Object.create(null)

  define('console', inertConsole())

  return (command) => {
    const order: PreludeCommand = parse(command)
    switch (order.do) {
      case 'compile':
        return compile(order.code, order.mode)
      case 'start':
        return start(order.args, order.seed, order.resultLength)
      case 'resume':
        for (const response of order.answers) settle(response)
        return ''
      case 'look':
        return look()
    }
  }

  /** Does not run the code: code that closes the function early is invalid in the second way of wrapping it. */
  function compile(code: string, mode: 'value' | 'full'): string {
    isFull = mode === 'full'
    try {
      Sync(`0 ? ${isFull ? 'async ' : ''}() => {\n${code}\n} : 0`)
      body = (isFull ? Async : Sync)(code) as () => unknown
      return ''
    } catch (error) {
      return failure(error)
    }
  }

  function start(args: ScriptArgument[], seed: [number, number, number, number], length: number): string {
    resultLength = length
    Math.random = randomFrom(seed)
    for (const [name, value] of args) define(name, value)
    try {
      if (!isFull) return success(body())
      define('setVariable', setVariable)
      define('fetch', fetch)
      const running = body() as Promise<unknown>
      running.then(
        (value) => {
          report = success(value)
        },
        (error) => {
          report = failure(error)
        },
      )
      return ''
    } catch (error) {
      return failure(error)
    }
  }

  /** State of a full script, once nothing is left to run. */
  function look(): string {
    const made = requests
    requests = []
    const list = stringify(made)
    if (report !== '') return `{"requests":${list},${report.slice(1)}`
    if (ownKeys(waiting).length > 0) return `{"state":"waits","requests":${list}}`
    return '{"state":"stuck"}'
  }

  function success(value: unknown): string {
    try {
      const json: string | undefined = stringify(withDatesAsJson(value))
      if ((json?.length ?? 0) + assignedLength > resultLength) return '{"state":"too-large"}'
      let list = ''
      for (const name of ownKeys(assigned) as string[]) list += `${list === '' ? '' : ','}${assigned[name]}`
      return `{"state":"done",${json === undefined ? '' : `"value":${json},`}"assigned":[${list}]}`
    } catch (error) {
      return failure(error)
    }
  }

  /** Code that stores values treats a date as an object: it keeps the date's JSON, quotes included, rather than the text inside. */
  function withDatesAsJson(value: unknown): unknown {
    if (value instanceof Time) return stringify(value)
    if (!isArray(value)) return value
    const list: unknown[] = []
    for (let i = 0; i < value.length; i += 1) list[i] = value[i] instanceof Time ? stringify(value[i]) : value[i]
    return list
  }

  function failure(error: unknown): string {
    const message = describe(error)
    if (message === 'InternalError: out of memory') return '{"state":"memory"}'
    return `{"state":"threw","message":${stringify(message.slice(0, 2000))}}`
  }

  /** Describes a thrown value, and never throws itself. */
  function describe(error: unknown): string {
    try {
      if (typeof error !== 'object' || error === null) return Text(error)
      const { name, message } = error as { name?: unknown; message?: unknown }
      if (typeof message !== 'string') return stringify(error) ?? 'Error'
      return `${typeof name === 'string' && name !== '' ? name : 'Error'}: ${message}`
    } catch {
      return 'Error: what was thrown cannot be shown'
    }
  }

  function setVariable(name: unknown, value: unknown): void {
    const key = Text(name)
    const json: string | undefined = stringify(withDatesAsJson(value))
    const entry = `{"name":${stringify(key)}${json === undefined ? '' : `,"value":${json}`}}`
    assignedLength += entry.length - (assigned[key]?.length ?? 0)
    assigned[key] = entry
  }

  function fetch(input: unknown, init: unknown): Promise<string> {
    return new Promise((resolve, reject) => {
      const address = typeof input === 'object' && input !== null && 'url' in input ? input.url : input
      calls += 1
      requests[requests.length] = { id: calls, input: Text(address), init: plainInit(init) }
      waiting[calls] = { resolve, reject }
    })
  }

  function plainInit(init: unknown): FetchRequest['init'] {
    if (typeof init !== 'object' || init === null) return {}
    const { method, headers, body } = init as { method?: unknown; headers?: unknown; body?: unknown }
    const plain: FetchRequest['init'] = {}
    if (method !== undefined) plain.method = Text(method)
    if (body !== undefined && body !== null) plain.body = Text(body)
    if (typeof headers !== 'object' || headers === null) return plain
    plain.headers = {}
    const pairs: [unknown, unknown][] = Symbol.iterator in headers ? [...(headers as [])] : Object.entries(headers)
    for (const [name, value] of pairs) {
      defineProperty(plain.headers, Text(name), { value: Text(value), enumerable: true, configurable: true })
    }
    return plain
  }

  function settle(response: FetchResponse): void {
    const promise = waiting[response.id]
    if (promise === undefined) return
    delete waiting[response.id]
    if (response.ok) promise.resolve(response.text)
    else promise.reject(new TypeError(response.message))
  }

  /** False for the few names that cannot be given a value, such as `undefined`; they keep their meaning. */
  function define(name: string | symbol, value: unknown): boolean {
    return defineProperty(globalThis, name, { value, writable: true, enumerable: true, configurable: true })
  }

  function inertConsole() {
    const silent: Record<string, () => void> = {}
    for (const name of ['debug', 'error', 'info', 'log', 'trace', 'warn']) silent[name] = () => {}
    return silent
  }

  /**
   * The generator "sfc32" of PractRand (Chris Doty-Humphrey). The sandbox's own generator would continue from its memory image, and so
   * produce the same numbers in each run.
   */
  function randomFrom([first, second, third, fourth]: [number, number, number, number]): () => number {
    let [a, b, c, counter] = [first | 0, second | 0, third | 0, fourth | 0]
    const next = () => {
      const sum = (((a + b) | 0) + counter) | 0
      counter = (counter + 1) | 0
      a = b ^ (b >>> 9)
      b = (c + (c << 3)) | 0
      c = (c << 21) | (c >>> 11)
      c = (c + sum) | 0
      return sum >>> 0
    }
    for (let round = 0; round < 12; round += 1) next()
    return function random() {
      return ((next() >>> 5) * 67_108_864 + (next() >>> 6)) / 9_007_199_254_740_992
    }
  }
}
