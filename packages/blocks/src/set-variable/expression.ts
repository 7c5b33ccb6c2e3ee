export type Scope = ReadonlyMap<string, unknown>

/**
 * The value of a small expression: numbers, texts, + - * / %, comparison, ternary, .length. Undefined for other code, and when its
 * operators process more than 100,000 characters in total.
 */
export function evaluateExpression(code: string, scope: Scope): { value: unknown } | undefined {
  if (code.length > maxCodeLength) return undefined
  const tokens = code.match(/\s+|\d+(?:\.\d+)?|"[^"\\\n]*"|'[^'\\\n]*'|[A-Za-z_$][\w$]*|[=!]==?|[<>]=?|&&|\|\||[\s\S]/g)
  const words = tokens?.filter((token) => token.trim() !== '') ?? []
  let position = 0
  let depth = 0
  let charactersLeft = maxCharacters
  const take = (...wanted: string[]) => (wanted.includes(words[position] ?? '') ? words[position++] : undefined)
  const fail = (): never => {
    throw new SyntaxError('not a small expression')
  }
  const spend = (value: unknown) => {
    charactersLeft -= lengthOf(value, charactersLeft)
    if (charactersLeft < 0) fail()
    return value
  }
  const ternary = (): unknown => {
    if (++depth > 100) fail()
    const test = level(0)
    let value = test
    if (take('?')) {
      const yes = ternary()
      if (!take(':')) fail()
      const no = ternary()
      value = test ? yes : no
    }
    depth--
    return value
  }
  const level = (index: number): unknown => {
    const operators = levels[index]
    if (!operators) return unary()
    let left = level(index + 1)
    for (let operator = take(...operators); operator; operator = take(...operators)) {
      left = apply(operator, spend(left), spend(level(index + 1)))
    }
    return left
  }
  const unary = (): unknown => {
    let signs = ''
    for (let sign = take('-', '!'); sign; sign = take('-', '!')) signs = sign + signs
    let value = member()
    if (signs !== '') spend(value)
    for (const sign of signs) value = sign === '-' ? -(value as number) : !value
    return value
  }
  const member = (): unknown => {
    let value = primary()
    while (take('.')) {
      if (!take('length') || !(typeof value === 'string' || Array.isArray(value))) fail()
      value = (value as string | unknown[]).length
    }
    return value
  }
  const primary = (): unknown => {
    if (take('(')) {
      const value = ternary()
      return take(')') ? value : fail()
    }
    const word = words[position++] ?? fail()
    if (/^\d/.test(word)) return Number(word)
    if (/^["']./.test(word)) return word.slice(1, -1)
    if (literals.has(word)) return literals.get(word)
    return scope.has(word) ? scope.get(word) : fail()
  }
  try {
    const value = ternary()
    return position === words.length ? { value } : undefined
  } catch {
    return undefined
  }
}

const maxCodeLength = 10_000
const maxCharacters = 100_000

/** The length of a value as text; for a list longer than `enough`, at least `enough`. */
function lengthOf(value: unknown, enough: number): number {
  if (typeof value === 'string') return value.length
  if (!Array.isArray(value)) return 0
  let length = value.length
  for (const item of value) {
    if (length > enough) break
    length += String(item).length
  }
  return length
}

const levels = [['||'], ['&&'], ['==', '!=', '===', '!=='], ['<', '>', '<=', '>='], ['+', '-'], ['*', '/', '%']]
const literals = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
])

// biome-ignore-start lint/suspicious/noExplicitAny: the operators of the language work on any pair of values
function apply(operator: string, a: any, b: any): unknown {
  // biome-ignore-end lint/suspicious/noExplicitAny: end of the signature
  switch (operator) {
    case '||':
      return a || b
    case '&&':
      return a && b
    case '==':
      // biome-ignore lint/suspicious/noDoubleEquals: this is the author's operator
      return a == b
    case '!=':
      // biome-ignore lint/suspicious/noDoubleEquals: this is the author's operator
      return a != b
    case '===':
      return a === b
    case '!==':
      return a !== b
    case '<':
      return a < b
    case '>':
      return a > b
    case '<=':
      return a <= b
    case '>=':
      return a >= b
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case '/':
      return a / b
    default:
      return a % b
  }
}
