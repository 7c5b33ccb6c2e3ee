/**
 * Replaces placeholders inside the string and template literals of a script with the values of their variables, escaped for any literal.
 * Placeholders elsewhere stay, because they become identifiers. Each character is examined a constant number of times.
 */
export function fillScript(code: string, value: (name: string) => string): string {
  if (!code.includes('{{')) return code
  let quoted = ''
  let copied = 0
  /** Open template literals, and for each the number of open braces in its expression. */
  const templates: number[] = []
  let index = 0
  let before = ''

  const readLiteral = (end: string): void => {
    while (index < code.length) {
      const letter = code[index] as string
      if (letter === '\\') index += 2
      else if (letter === end) {
        index++
        return
      } else if (end === '`' && code.startsWith('${', index)) {
        templates.push(0)
        index += 2
        before = '{'
        return
      } else if (end !== '`' && (letter === '\n' || letter === '\r')) return
      else index = placeholderAt(index) ?? index + 1
    }
  }

  /** Replaces the placeholder that begins here; returns the position after it. */
  const placeholderAt = (start: number): number | undefined => {
    if (code[start] !== '{' || code[start + 1] !== '{') return undefined
    const [whole, name] = matchAt(placeholder, code, start) ?? []
    if (whole === undefined || name === undefined) return undefined
    quoted += code.slice(copied, start) + escaped(value(name))
    copied = start + whole.length
    return copied
  }

  while (index < code.length) {
    const letter = code[index] as string
    if (letter === '"' || letter === "'" || letter === '`') {
      index++
      before = letter
      readLiteral(letter)
    } else if (letter === '/' && code[index + 1] === '/') index = endOf(code, '\n', index + 2)
    else if (letter === '/' && code[index + 1] === '*') index = endOf(code, '*/', index + 2)
    else if (letter === '/' && mayBeginPattern(before, code, index)) {
      index += matchAt(pattern, code, index)?.[0].length ?? 1
      before = '/'
    } else if (letter === '{' && code[index + 1] === '{') {
      const [whole = '{'] = matchAt(placeholder, code, index) ?? []
      index += whole.length
      before = whole === '{' ? '{' : 'x'
      if (whole === '{' && templates.length > 0) templates[templates.length - 1]!++
    } else if (letter === '}' && templates.at(-1) === 0) {
      templates.pop()
      index++
      before = '`'
      readLiteral('`')
    } else {
      if (templates.length > 0) {
        if (letter === '{') templates[templates.length - 1]!++
        else if (letter === '}') templates[templates.length - 1]!--
      }
      if (letter.trim() !== '') before = letter
      index++
    }
  }
  return quoted + code.slice(copied)
}

const placeholder = /\{\{([^{}]+)\}\}/y
/** A regular expression literal on one line. */
const pattern = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\//y
const wordBeforePattern = /(?:^|[^\w$.])(?:return|typeof|case|in|of|delete|void|throw|new|else|do|await|yield)\s*$/

function matchAt(expression: RegExp, text: string, index: number): RegExpExecArray | null {
  expression.lastIndex = index
  return expression.exec(text)
}

/** A slash is a division if a value precedes it; otherwise it begins a pattern. */
function mayBeginPattern(before: string, code: string, index: number): boolean {
  if (/[\w$]/.test(before)) return wordBeforePattern.test(code.slice(Math.max(0, index - 20), index))
  return !/[)\]}"'`/]/.test(before)
}

const endOf = (code: string, mark: string, from: number): number => {
  const found = code.indexOf(mark, from)
  return found < 0 ? code.length : found + mark.length
}

/**
 * Escapes every character except letters and digits by its code: a value cannot end a literal or be taken for a placeholder, and if a
 * literal was misread, a value is at most a name.
 */
const escaped = (value: string): string =>
  value.replace(/[^A-Za-z\d]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
