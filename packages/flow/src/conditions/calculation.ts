/**
 * True if a value of Set variable that is not marked as JavaScript is calculated. It is a text unless it shows that it is meant as a
 * calculation, in one of these ways:
 *
 * - it is a number, a text in quotes, a list or an object in brackets, `true`, `false`, `null` or `undefined`, inline code, or has a `return`;
 * - it calls a function, or reads an item or the length of a variable: `Math.max(…)`, `{{Name}}.trim()`, `{{List}}[0]`, `{{List}}.length`;
 * - it combines or compares two values with `+ * % == != < > && || ??` or `? :`, or negates one with `!`;
 * - it has a placeholder, and `-` or `/` with a space on both sides; or it is one placeholder minus one digit.
 *
 * Postcodes, dates, phone numbers, prices, addresses, "N/A" and lists with commas are texts. Takes time linear in the length.
 */
export function isCalculation(text: string): boolean {
  const code = text.trim()
  if (/^\{\{=[^\n]+=\}\}$/.test(code) || statement.test(code)) return true
  if (oneDigitLess.test(code)) return true
  const tokens = tokensOf(code)
  if (tokens === undefined || hasComma(tokens)) return false
  const [first, second] = tokens
  const last = tokens.at(-1)
  if (!first || !last) return false
  if (!second)
    return (
      first.kind === 'quoted' ||
      constants.has(first.text) ||
      (first.kind === 'number' && String(Number(first.text)) === first.text)
    )
  if (brackets.has(first.text + last.text)) return true
  const hasPlaceholder = tokens.some(({ kind }) => kind === 'placeholder')
  return tokens.some((_, index) => isSign(tokens, index, hasPlaceholder))
}

/**
 * True if a text that is not calculated looks like a calculation: placeholders and numbers joined by operators without spaces, or by
 * operators on bits.
 */
export function resemblesCalculation(text: string): boolean {
  if (isCalculation(text)) return false
  const tokens = tokensOf(text.trim())
  if (!tokens || tokens.length < 3 || tokens.some(({ text, kind }) => kind === 'other' && !/^[-/()&|^]$/.test(text)))
    return false
  const operands = tokens.filter(({ kind }) => kind !== 'other')
  const isMath = operands.every(
    ({ kind, text }) => kind === 'placeholder' || (kind === 'number' && /^(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)),
  )
  return isMath && operands.length > 1 && operands[0]?.kind === 'placeholder'
}

interface Token {
  kind: 'placeholder' | 'quoted' | 'number' | 'name' | 'other'
  text: string
  /** Blanks precede it. */
  isApart: boolean
}

const statement = /(?:^|[;{}\n)])[ \t]*return\b/
const oneDigitLess = /^\{\{[^{}]+\}\}-\d$/
const constants: ReadonlySet<string> = new Set(['true', 'false', 'null', 'undefined'])
const brackets: ReadonlySet<string> = new Set(['[]', '{}'])
const operators: ReadonlySet<string> = new Set([
  '+',
  '*',
  '**',
  '%',
  '==',
  '===',
  '!=',
  '!==',
  '<',
  '>',
  '<=',
  '>=',
  '&&',
  '||',
  '??',
])
/** Quotes that are never closed reach to the end, so that each character is examined once. */
const token =
  /(\s+)|(\{\{[^{}]+\}\})|("(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`(?:[^`\\]|\\[\s\S])*`?)|(\d[\w.]*)|([\p{L}_$][\p{L}\p{M}\p{N}_$]*)|\*\*|[=!]==?|[<>]=|&&|\|\||\?\?|\?\.|=>|[\s\S]/gu

/** Undefined for a text with quotes that are not closed. Comments are left out. */
function tokensOf(code: string): Token[] | undefined {
  const tokens: Token[] = []
  let isApart = false
  for (const [text, blank, placeholder, quoted, number, name] of withoutComments(code).matchAll(token)) {
    if (blank !== undefined) {
      isApart = true
      continue
    }
    if (quoted !== undefined && (quoted.length < 2 || !isClosed(quoted))) return undefined
    const kind = placeholder ? 'placeholder' : quoted ? 'quoted' : number ? 'number' : name ? 'name' : 'other'
    tokens.push({ kind, text, isApart })
    isApart = false
  }
  return tokens
}

function isClosed(quoted: string): boolean {
  const end = quoted.length - 1
  let slashes = 0
  while (quoted[end - 1 - slashes] === '\\') slashes++
  return quoted[end] === quoted[0] && slashes % 2 === 0
}

/** The `//` of an address is not a comment: a comment begins a line or stands behind a blank. */
const withoutComments = (code: string): string => code.replace(/(^|\s)\/\/[^\n]*/g, '$1')

/** A comma outside of brackets separates what people list, or the thousands of a number. */
function hasComma(tokens: readonly Token[]): boolean {
  let depth = 0
  for (const { text, kind } of tokens) {
    if (kind !== 'other') continue
    if ('([{'.includes(text)) depth++
    else if (')]}'.includes(text)) depth--
    else if (text === ',' && depth <= 0) return true
  }
  return false
}

/** True if the token at this place shows that a text is a calculation. */
function isSign(tokens: readonly Token[], index: number, hasPlaceholder: boolean): boolean {
  const { text, kind, isApart } = tokens[index] as Token
  const before = tokens[index - 1]
  const after = tokens[index + 1]
  if (kind === 'name') return isWordSign(text, before, after)
  if (kind !== 'other' || !after) return false
  const isBetween = before !== undefined && endsValue(before) && beginsValue(after)
  switch (text) {
    case '(':
      return (
        after.text === '{' ||
        (before !== undefined && !isApart && (before.kind === 'name' || /^[)\]]$/.test(before.text)))
      )
    case '[':
      return before?.kind === 'placeholder' && !isApart && after.kind !== 'name'
    case '.':
    case '?.':
      return before?.kind === 'placeholder' && !isApart && after.text === 'length'
    case '!':
      return !(before && endsValue(before)) && (after.kind === 'placeholder' || after.text === '(')
    case '-':
    case '/':
      return isBetween && hasPlaceholder && isApart && after.isApart
    case '?':
      return isBetween && tokens.slice(index).some((later) => later.text === ':')
    default:
      return isBetween && operators.has(text)
  }
}

/** `new Date`, `typeof {{X}}`, `Math.PI`. */
const isWordSign = (text: string, before: Token | undefined, after: Token | undefined): boolean => {
  if (text === 'new') return before === undefined && after?.kind === 'name'
  if (text === 'typeof') return after?.kind === 'placeholder'
  return before === undefined && /^(?:Math|Number)$/.test(text) && after?.text === '.' && !after.isApart
}

const endsValue = ({ kind, text }: Token): boolean => kind !== 'other' || text === ')' || text === ']'
const beginsValue = ({ kind, text }: Token): boolean =>
  kind !== 'other' || ['(', '[', '-', '+', '!', '{'].includes(text)
