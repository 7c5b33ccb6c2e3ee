import type { SqlValue } from '../table.js'

/**
 * Values of one column as PostgreSQL reads them in a parameter: `{1,NULL,"a \"word\""}`. The driver makes the same of an array, in
 * a multiple of the time, which is most of what a turn would cost us.
 */
export function arrayLiteral(values: readonly (SqlValue | undefined)[]): string {
  let literal = '{'
  for (let index = 0; index < values.length; index++) {
    if (index > 0) literal += ','
    const value = values[index]
    if (value === null || value === undefined) literal += 'NULL'
    else if (typeof value === 'number') literal += value
    else literal += needsCare.test(value) ? `"${careful(value)}"` : `"${value}"`
  }
  return `${literal}}`
}

/** PostgreSQL stores no NUL. */
const needsCare = /["\\\0]/

function careful(text: string): string {
  return text.replace(/["\\]/g, '\\$&').replaceAll('\0', '\uFFFD')
}
