import { storable } from './array-value.js'
import { isOne, type Rows } from './statement-rows.js'

/** The parameters of a statement that answers ids as the driver takes them: a value where there is one row, otherwise an array. */
export function plainValues(given: readonly Rows[]): unknown[] {
  return given.flatMap((part) => {
    const { rows, columns } = part
    return columns.map(([, read]) => {
      const values = rows.map((row) => storable(read(row as never)))
      return isOne(part) ? values[0] : values
    })
  })
}
