import type { SqlValue } from '../table.js'

/**
 * One value of each row as PostgreSQL reads them in a parameter: `{1,NULL,"a \"word\""}`. The driver makes the same of an array, in
 * a multiple of the time, which is most of what a turn would cost us.
 */
export function arrayLiteral<Row>(rows: readonly Row[], read: (row: Row) => SqlValue | undefined): string {
  let literal = '{'
  for (const row of rows) {
    if (literal.length > 1) literal += ','
    const value = read(row)
    if (value === null || value === undefined) literal += 'NULL'
    else if (typeof value === 'number') literal += value
    else literal += needsCare.test(value) ? careful(value) : `"${value}"`
  }
  return `${literal}}`
}

const needsCare = /["\\\0]/

/**
 * In JSON, where most care is needed, are neither control characters nor halves of letters; without them it is quoted as a text of JSON,
 * at a quarter of the time. PostgreSQL stores no NUL.
 */
function careful(text: string): string {
  if (!otherThanJson.test(text)) return JSON.stringify(text)
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\0', '\uFFFD')}"`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const otherThanJson = /[\0-\x1f\ud800-\udfff]/
