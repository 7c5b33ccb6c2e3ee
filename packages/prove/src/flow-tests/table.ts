import type { FlowTest } from '@colloquy/flow'

type Row = NonNullable<FlowTest['table']>[number]

/** A test with the values of one row in the places of its columns: in replies, prefilled variables and expectations. */
export function filledIn(test: FlowTest, row: Row): FlowTest {
  const fill = <T>(value: T): T => filled(value, row) as T
  return {
    ...test,
    start: { ...test.start, ...(test.start.variables && { variables: fill(test.start.variables) }) },
    steps: test.steps.map(({ reply, expect, ...step }) => ({
      ...step,
      ...(reply !== undefined && { reply: fill(reply) }),
      expect: fill(expect),
    })),
    expect: fill(test.expect),
  }
}

function filled(value: unknown, row: Row): unknown {
  if (typeof value === 'string') {
    return value.replace(/\{([\p{L}\p{N}_ -]{1,60})\}/gu, (all, name) =>
      Object.hasOwn(row, name) ? `${row[name]}` : all,
    )
  }
  if (Array.isArray(value)) return value.map((item) => filled(item, row))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, row)]))
}
