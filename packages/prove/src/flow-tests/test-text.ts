import { type FlowTest, flowTestSchema } from '@colloquy/flow'
import { type Document, isScalar, parseDocument, stringify, visit } from 'yaml'

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
    // The library compares each key with all before it.
    const document = parseDocument(text, { uniqueKeys: false, prettyErrors: true })
    const [error] = document.errors
    if (error) throw error
    const repeated = repeatedKey(document)
    if (repeated !== undefined) return { ok: false, problems: [`Map keys must be unique: ${repeated}`] }
    value = document.toJS({ maxAliasCount: 0 })
  } catch (error) {
    return { ok: false, problems: [(error as Error).message.split('\n')[0] as string] }
  }
  return readTest(value)
}

/** Returns a key that occurs twice in one map. */
function repeatedKey(document: Document.Parsed): string | undefined {
  let repeated: string | undefined
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>()
      for (const { key } of items) {
        const name = isScalar(key) ? key.value : key
        if (keys.has(name)) repeated ??= String(name)
        keys.add(name)
      }
      return repeated === undefined ? undefined : visit.BREAK
    },
  })
  return repeated
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
