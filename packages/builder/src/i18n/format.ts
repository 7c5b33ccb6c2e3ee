/** A message of ICU MessageFormat with its values: plain and plural arguments, `select`, `#`, quotes, and tags around content. */
export type Values = Readonly<Record<string, unknown>>

/** The parts of a message in their order: strings, and whatever values and tags stand for. */
export function format(message: string, values: Values, locale: string | undefined): unknown[] {
  let at = 0

  /** Reads up to the end of the text, of a branch or of a tag; `count` is what `#` stands for. */
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

  /** What stands before a mark, which is passed over. */
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

/** They take far longer to make than to use. */
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
