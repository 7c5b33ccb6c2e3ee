import { parsePattern } from '@colloquy/flow'
import { readNumber } from '@colloquy/flow/readers'
import type { VariableValue } from '../session.js'

type Item = string | null
type Test = (a: Item, b: Item) => boolean

/** The result of a comparison, computed literally by the rules: pair by pair. */
export function naivelyHolds(input: VariableValue, operator: string, value: VariableValue): boolean {
  const every = (holds: Test) => items(input).every((a) => items(value).every((b) => holds(a, b)))
  const some = (holds: Test) => items(input).some((a) => items(value).some((b) => holds(a, b)))
  switch (operator) {
    case 'Equal to':
      return every(equal)
    case 'Not equal':
      return every((a, b) => !equal(a, b))
    case 'Contains':
      return some(Array.isArray(input) ? equal : includes)
    case 'Does not contain':
      return every((a, b) => !(Array.isArray(input) ? equal : includes)(a, b))
    case 'Is set':
      return input !== null && input.length > 0
    case 'Is empty':
      return input === null || input.length === 0
    case 'Starts with':
      return every((a, b) => Boolean(a && b) && fold(a).startsWith(fold(b)))
    case 'Ends with':
      return every((a, b) => Boolean(a && b) && fold(a).endsWith(fold(b)))
    case 'Matches regex':
      return some((a, b) => matches(a, b) === true)
    case 'Does not match regex':
      return every((a, b) => matches(a, b) === false)
    default:
      return inOrder(input, operator, value)
  }
}

const items = (value: VariableValue): readonly Item[] => (Array.isArray(value) ? value : [value])
const fold = (item: Item) => (item ?? '').toLowerCase().trim().normalize()
const equal: Test = (a, b) => a?.normalize() === b?.normalize()
const includes: Test = (a, b) => Boolean(a && b) && fold(b) !== '' && fold(a).includes(fold(b))

function matches(a: Item, b: Item): boolean | undefined {
  if (!a || !b) return undefined
  const { source, flags } = parsePattern(b)
  try {
    return new RegExp(source, flags).test(a)
  } catch {
    return undefined
  }
}

function inOrder(input: VariableValue, operator: string, value: VariableValue): boolean {
  if (input === null || value === null) return false
  const areTexts = !Array.isArray(input) && !Array.isArray(value)
  const [a, b] = [input, value].map((it) => (Array.isArray(it) ? it.length : areTexts ? measure(it) : Number(it)))
  if (a === undefined || b === undefined) return false
  if (operator === 'Greater than') return a > b
  if (operator === 'Greater or equal to') return a >= b
  return operator === 'Less than' ? a < b : a <= b
}

function measure(text: string): number {
  if (!Number.isNaN(Number(text))) return Number(text)
  const plain = text.startsWith('+') ? undefined : readNumber(text, { hasDecimalPoint: true })
  if (plain !== undefined) return Number(plain)
  const time = Date.parse(text)
  return Number.isNaN(time) ? text.length : time
}
