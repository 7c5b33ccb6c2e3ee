import * as z from 'zod'
import { describedAs } from './describe.js'
import { leadingNumber } from './readers/read-number.js'

/** Reads a number that a flow may store as text: one placeholder is kept, other text becomes the number that it begins with, or undefined. */
export const readNumOrVar = (value: number | string): number | string | undefined => {
  if (typeof value === 'number') return value
  if (isSinglePlaceholder(value)) return value
  return leadingNumber(value)
}

/** True if a text is exactly one placeholder, as in `{{Name}}`. */
export const isSinglePlaceholder = (value: string): boolean =>
  value.startsWith('{{') && value.endsWith('}}') && value.length > 4 && !value.slice(2).includes('{{')

const numOrVarShape = z
  .union([z.number(), z.string()])
  .meta({ id: 'NumberOrPlaceholder', description: 'A number, or a variable as in `{{Name}}`' })

export const numOrVar = describedAs(z.union([z.number(), z.string()]).transform(readNumOrVar), numOrVarShape).optional()
