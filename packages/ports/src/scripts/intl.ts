import * as z from 'zod'

const requestSchema = z.object({
  on: z.enum([
    'Collator',
    'Date',
    'DateTimeFormat',
    'DisplayNames',
    'ListFormat',
    'NumberFormat',
    'PluralRules',
    'RelativeTimeFormat',
  ]),
  method: z.enum([
    'compare',
    'format',
    'formatRange',
    'formatToParts',
    'of',
    'resolvedOptions',
    'select',
    'toLocaleDateString',
    'toLocaleString',
    'toLocaleTimeString',
  ]),
  locales: z.union([z.string(), z.array(z.string())]).optional(),
  options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  values: z.array(z.unknown()).max(2),
})
type IntlRequest = z.infer<typeof requestSchema>

/** Rejects requests that are longer than any format needs, because this runs outside of the sandbox's limits. */
const maxRequestLength = 100_000
const rememberedFormatters = 50

/** Locale-aware formatting for scripts: requests and results are JSON. Times are in UTC unless another zone is given. */
export class IntlFormats {
  readonly #formatters = new Map<string, object>()

  response(json: string): string {
    try {
      if (json.length > maxRequestLength) throw new RangeError('what is to be formatted is too long')
      return JSON.stringify({ value: this.#perform(requestSchema.parse(JSON.parse(json))) })
    } catch (error) {
      const { name, message } = error as Error
      const isOurs = name === 'RangeError' || name === 'TypeError'
      return JSON.stringify({ error: { name, message: isOurs ? message : 'cannot be formatted like this' } })
    }
  }

  #perform({ on, method, locales, options, values }: IntlRequest): unknown {
    const plain = values.map(revive)
    const target = on === 'Date' ? plain.shift() : this.#formatter(on, locales, options)
    const all = on === 'Date' ? [locales, { timeZone: 'UTC', ...options }] : plain
    const found = (target as Record<string, unknown>)[method]
    if (typeof found !== 'function') throw new TypeError(`${method} is not a function`)
    return found.apply(target, all)
  }

  #formatter(on: Exclude<IntlRequest['on'], 'Date'>, locales: IntlRequest['locales'], options: IntlRequest['options']) {
    const key = JSON.stringify([on, locales, options])
    const known = this.#formatters.get(key)
    if (known) return known
    const Formatter = Intl[on] as unknown as new (locales: unknown, options: unknown) => object
    const formatter = new Formatter(locales, on === 'DateTimeFormat' ? { timeZone: 'UTC', ...options } : options)
    if (this.#formatters.size >= rememberedFormatters) this.#formatters.clear()
    this.#formatters.set(key, formatter)
    return formatter
  }
}

/** Restores dates and numbers that JSON cannot represent, from the sandbox's encoding. */
function revive(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('date' in value) return new Date(value.date === null ? Number.NaN : Number(value.date))
  return 'number' in value ? Number(value.number) : value
}
