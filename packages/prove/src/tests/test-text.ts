import { type FlowTest, flowTestSchema } from '@colloquy/flow'
import { parse, stringify } from 'yaml'

export type ReadTest = { ok: true; test: FlowTest } | { ok: false; problems: string[] }

/** A test as YAML, without default values. */
export function testToText(test: FlowTest): string {
  const { start, steps, expect, table, cassette, name } = test
  const { at, seed, channel, ...begin } = start
  const lean = {
    name,
    start: { ...begin, at, seed, ...(channel !== 'web' && { channel }) },
    steps: steps.map(({ expect: expected, ...step }) => ({
      ...step,
      ...(expected.length > 0 && { expect: expected }),
    })),
    ...(expect.length > 0 && { expect }),
    ...(table && { table }),
    ...(cassette.length > 0 && { cassette }),
  }
  return stringify(lean, { lineWidth: 120, aliasDuplicateObjects: false })
}

/** Reads a test from YAML; reports what is wrong and where. */
export function testFromText(text: string): ReadTest {
  let value: unknown
  try {
    value = parse(text, { maxAliasCount: 0, prettyErrors: true })
  } catch (error) {
    return { ok: false, problems: [(error as Error).message.split('\n')[0] as string] }
  }
  return readTest(value)
}

export function readTest(value: unknown): ReadTest {
  const read = flowTestSchema().safeParse(value)
  if (read.success) return { ok: true, test: read.data }
  const problems = read.error.issues.slice(0, 20).map((issue) => {
    const path = issue.path.join('.')
    return path ? `${path}: ${issue.message}` : issue.message
  })
  return { ok: false, problems }
}
