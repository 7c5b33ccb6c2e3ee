/** The words of a command line, as a Unix shell reads them: quotes, $'…', escapes and lines that continue. Undefined where a quote stays open. */
export function shellWords(line: string): string[] | undefined {
  const words: string[] = []
  let word: string | undefined
  let at = 0
  while (at < line.length) {
    const char = line[at] as string
    const next = line[at + 1]
    if ((char === '\\' || char === '^') && (next === '\n' || (next === '\r' && line[at + 2] === '\n'))) {
      at += next === '\n' ? 2 : 3
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word)
      word = undefined
      at += 1
    } else if (char === '\\' && next !== undefined) {
      word = (word ?? '') + next
      at += 2
    } else if (char === "'" || char === '"' || (char === '$' && next === "'")) {
      const quoted =
        char === '$' ? ansiQuoted(line, at + 2) : char === "'" ? singleQuoted(line, at + 1) : doubleQuoted(line, at + 1)
      if (!quoted) return undefined
      word = (word ?? '') + quoted.text
      at = quoted.end
    } else {
      word = (word ?? '') + char
      at += 1
    }
  }
  return word === undefined ? words : [...words, word]
}

interface Quoted {
  text: string
  /** Behind the closing quote. */
  end: number
}

function singleQuoted(line: string, from: number): Quoted | undefined {
  const end = line.indexOf("'", from)
  return end < 0 ? undefined : { text: line.slice(from, end), end: end + 1 }
}

function doubleQuoted(line: string, from: number): Quoted | undefined {
  const parts: string[] = []
  for (let at = from; at < line.length; at++) {
    const char = line[at] as string
    const next = line[at + 1]
    if (char === '"') return { text: parts.join(''), end: at + 1 }
    if (char === '\\' && next === '\n') at += 1
    else if (char === '\\' && next !== undefined && '"\\$`'.includes(next)) {
      parts.push(next)
      at += 1
    } else parts.push(char)
  }
  return undefined
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\x07',
  e: '\x1b',
}

/** `$'…'` of bash, in which browsers copy bodies. */
function ansiQuoted(line: string, from: number): Quoted | undefined {
  const parts: string[] = []
  for (let at = from; at < line.length; at++) {
    const char = line[at] as string
    if (char === "'") return { text: parts.join(''), end: at + 1 }
    if (char !== '\\') {
      parts.push(char)
      continue
    }
    const [whole, unicode, hex] = /^(?:u([\da-f]{1,4})|x([\da-f]{1,2}))/i.exec(line.slice(at + 1, at + 6)) ?? []
    const code = unicode ?? hex
    const next = line[at + 1] ?? ''
    parts.push(code === undefined ? (escapes[next] ?? next) : String.fromCharCode(Number.parseInt(code, 16)))
    at += whole?.length ?? 1
  }
  return undefined
}
