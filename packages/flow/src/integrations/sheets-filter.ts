import { leadingNumber } from '../readers/read-number.js'
import { normalizeText } from '../text/normalize-text.js'

/** A row of a sheet; empty cells at its end may be missing. */
export type SheetRow = readonly string[]

export interface SheetFilter {
  readonly logicalOperator: 'AND' | 'OR'
  readonly comparisons?: readonly SheetComparison[]
}

export interface SheetComparison {
  readonly column?: string
  readonly comparisonOperator?: string
  readonly value?: string
}

/** Operators of filters, by name: true if a cell matches a value. */
const operators = {
  'Equal to': (cell, value) => normalizeText(cell) === normalizeText(value),
  'Not equal': (cell, value) => normalizeText(cell) !== normalizeText(value),
  Contains: (cell, value) => value !== '' && folded(cell).includes(folded(value)),
  'Does not contain': (cell, value) => cell !== '' && !folded(cell).includes(folded(value)),
  'Greater than': (cell, value) => numberOf(cell) > numberOf(value),
  'Greater or equal to': (cell, value) => numberOf(cell) >= numberOf(value),
  'Less than': (cell, value) => numberOf(cell) < numberOf(value),
  'Less or equal to': (cell, value) => numberOf(cell) <= numberOf(value),
  'Is set': (cell) => cell !== '',
  'Is empty': (cell) => cell === '',
  'Starts with': (cell, value) => value !== '' && folded(cell).startsWith(folded(value)),
  'Ends with': (cell, value) => value !== '' && folded(cell).endsWith(folded(value)),
} satisfies Record<string, (cell: string, value: string) => boolean>

export const sheetOperators = Object.keys(operators) as (keyof typeof operators)[]

/** Operators without a value. */
export const valuelessOperators: readonly string[] = ['Is set', 'Is empty']

const numberOf = (text: string): number => leadingNumber(text) ?? Number.NaN

const folded = (text: string): string => normalizeText(text.toLowerCase().trim())

/**
 * The positions of the rows that match a filter; without comparisons, all. A comparison without a column or an operator, or with a column
 * that the sheet lacks, never holds.
 */
export function matchingRows(header: SheetRow, rows: readonly SheetRow[], filter: SheetFilter | undefined): number[] {
  const { comparisons = [], logicalOperator = 'OR' } = filter ?? {}
  const tests = comparisons.map((comparison) => testOf(comparison, header))
  const holds = (row: SheetRow): boolean =>
    logicalOperator === 'AND' ? tests.every((test) => test(row)) : tests.some((test) => test(row))
  return rows.flatMap((row, index) => (tests.length === 0 || holds(row) ? [index] : []))
}

function testOf({ column, comparisonOperator, value = '' }: SheetComparison, header: SheetRow) {
  const index = column === undefined ? -1 : header.indexOf(column.trim())
  const operator = sheetOperators.find((name) => name === comparisonOperator)
  if (index < 0 || operator === undefined) return () => false
  const compare: (cell: string, value: string) => boolean = operators[operator]
  return (row: SheetRow) => compare(row[index] ?? '', value)
}
