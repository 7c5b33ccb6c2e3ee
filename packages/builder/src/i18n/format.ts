/** Values for a message in ICU MessageFormat. Supported are plain and plural arguments, `select`, `#`, quotes, and tags around content. */
export type Values = Readonly<Record<string, unknown>>

/** Returns the parts of a message in order: strings, and the values of arguments and tags. */
export function format(message: string, values: Values, locale: string | undefined): unknown[] {
  let at = 0

  /** Parses up to the end of the message, of a branch or of a tag; `count` is the value of `#`. */
  function parts(count?: number): unknown[] {
    const out: unknown[] = []
    let text = ''
    const add = (value: unknown) => {
      if (typeof value === 'string' || typeof value === 'number') text += value
      else if (value !== null && value !== undefined) {
        out.push(text, value)
        text = ''
      }
    }
    while (at < message.length && message[at] !== '}' && !message.startsWith('</', at)) {
      const char = message[at++]!
      const next = message[at]!
      if (char === "'" && next === "'") text += message[at++]
      else if (char === "'" && /[{}<>#]/.test(next)) text += upTo("'")
      else if (char === '#' && count !== undefined) text += numbersOf(locale).format(count)
      else if (char === '{') for (const value of argument()) add(value)
      else if (char === '<') add(tag())
      else text += char
    }
    return text === '' ? out : [...out, text]
  }

  /** Returns the text before a mark, and skips the mark. */
  function upTo(mark: string): string {
    const start = at
    const end = message.indexOf(mark, at)
    at = end < 0 ? message.length : end + 1
    return message.slice(start, end < 0 ? at : end)
  }

  function argument(): unknown[] {
    const end = message.indexOf('}', at)
    const comma = message.indexOf(',', at)
    if (comma < 0 || end < comma) return [values[upTo('}')]]
    const value = values[upTo(',').trim()]
    const isPlural = upTo(',').trim() === 'plural'
    const count = isPlural ? Number(value) : undefined
    const branches = new Map<string, unknown[]>()
    while (at < message.length && message[at] !== '}') {
      const name = upTo('{').trim()
      branches.set(name, parts(count))
      at += 1
      while (message[at] === ' ') at += 1
    }
    at += 1
    const chosen = count === undefined ? String(value) : pluralsOf(locale).select(count)
    return branches.get(`=${value}`) ?? branches.get(chosen) ?? branches.get('other') ?? []
  }

  function tag(): unknown {
    const wrap = values[upTo('>')]
    const content = parts()
    upTo('>')
    return typeof wrap === 'function' ? wrap(content) : content
  }

  return parts()
}

/** Creating these takes far longer than using them. */
const pluralsOf = keeping((locale) => new Intl.PluralRules(locale ?? 'en'))
const numbersOf = keeping((locale) => new Intl.NumberFormat(locale))

function keeping<T>(make: (locale: string | undefined) => T): (locale: string | undefined) => T {
  const made = new Map<string | undefined, T>()
  return (locale) => {
    const known = made.get(locale) ?? make(locale)
    made.set(locale, known)
    return known
  }
}
