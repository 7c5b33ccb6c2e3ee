interface Filter {
  readonly comparisons?: readonly { readonly input: string; readonly operator: string; readonly value?: string }[]
  readonly joiner: 'AND' | 'OR'
}

/**
 * Formats a filter as the `where` of NocoDB's API: `(field,op,value)` joined by `~and` or `~or`. Names and values with a special character
 * are quoted, so that a visitor's `)~or(…` stays a value. Returns 'unsafe' for a value with a control character.
 */
export function nocodbWhere(filter: Filter | undefined): string | undefined | 'unsafe' {
  const comparisons = filter?.comparisons ?? []
  if (!filter || comparisons.length === 0) return undefined
  if (comparisons.some(({ input, value = '' }) => /\p{Cc}/u.test(input + value))) return 'unsafe'
  const parts = comparisons.map(({ input, operator, value = '' }) => `(${quoted(input)},${condition(operator, value)})`)
  return parts.join(filter.joiner === 'OR' ? '~or' : '~and')
}

function condition(operator: string, value: string): string {
  switch (operator) {
    case 'Not equal':
      return `ne,${quoted(value)}`
    case 'Contains':
      return `like,${quoted(`%${value}%`)}`
    case 'Starts with':
      return `like,${quoted(`${value}%`)}`
    case 'Ends with':
      return `like,${quoted(`%${value}`)}`
    case 'Greater than':
      return `gt,${quoted(value)}`
    case 'Less than':
      return `lt,${quoted(value)}`
    case 'Is set':
      return 'isnot,null'
    case 'Is empty':
      return 'is,null'
    default:
      return `eq,${quoted(value)}`
  }
}

function quoted(text: string): string {
  if (!/[(),~"\\]|^\s|\s$/.test(text)) return text
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
