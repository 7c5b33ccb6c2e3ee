/**
 * Gives the sandbox, whose engine knows one language only, the formats of the host: evaluated inside like the prelude, with
 * the one function that leads outside. That function takes text and gives text, and nothing of it can be reached from here.
 */
export function intlPrelude(call: (request: string) => string): void {
  const { parse, stringify } = JSON
  const { defineProperty } = Reflect

  /** Asks the host, and throws here what was thrown there. */
  const ask = (request: { on: string; method: string; locales: unknown; options: unknown; values: unknown[] }) => {
    const { error, value } = parse(call(stringify(request)))
    if (error === undefined) return value
    throw error.name === 'RangeError' ? new RangeError(error.message) : new TypeError(error.message)
  }

  const formatters: Record<string, string[]> = {
    Collator: ['compare'],
    DateTimeFormat: ['format', 'formatRange', 'formatToParts'],
    DisplayNames: ['of'],
    ListFormat: ['format'],
    NumberFormat: ['format', 'formatRange', 'formatToParts'],
    PluralRules: ['select'],
    RelativeTimeFormat: ['format'],
  }
  const namespace = {}
  for (const [on, methods] of Object.entries(formatters)) put(namespace, on, formatter(on, methods))
  put(globalThis, 'Intl', namespace)

  for (const method of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) {
    put(Date.prototype, method, function (this: Date, locales?: unknown, options?: unknown) {
      return ask({ on: 'Date', method, locales, options, values: [plain(this)] })
    })
  }
  put(Number.prototype, 'toLocaleString', function (this: number, locales?: unknown, options?: unknown) {
    return ask({ on: 'NumberFormat', method: 'format', locales, options, values: [plain(Number(this))] })
  })
  put(String.prototype, 'localeCompare', function (this: string, that: unknown, locales?: unknown, options?: unknown) {
    return ask({ on: 'Collator', method: 'compare', locales, options, values: [String(this), String(that)] })
  })

  function formatter(on: string, methods: string[]) {
    const Formatter = class {
      constructor(locales?: unknown, options?: unknown) {
        ask({ on, method: 'resolvedOptions', locales, options, values: [] })
        const bind = (method: string) => {
          const own = (...values: unknown[]) => {
            if (on === 'DateTimeFormat' && values.length === 0) values[0] = new Date()
            return ask({ on, method, locales, options, values: values.map(plain) })
          }
          put(this, method, own)
        }
        for (const method of methods) bind(method)
        put(this, 'resolvedOptions', () => ask({ on, method: 'resolvedOptions', locales, options, values: [] }))
      }
    }
    defineProperty(Formatter, 'name', { value: on })
    return Formatter
  }

  /** Dates, big and odd numbers as something that JSON has. */
  function plain(value: unknown): unknown {
    if (value instanceof Date) return { date: Number(value) }
    if (typeof value === 'bigint') return { number: String(value) }
    return typeof value === 'number' && !Number.isFinite(value) ? { number: String(value) } : value
  }

  function put(target: object, name: string, value: unknown): void {
    defineProperty(target, name, { value, writable: true, enumerable: false, configurable: true })
  }
}
