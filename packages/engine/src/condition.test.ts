import { processorTimeOf } from '@colloquy/test-kit/growth'
import { describe, expect, test } from 'vitest'
import { randomFrom } from './chance.js'
import { ComparedTexts, type ComparisonLimits, compare, isMet, isPatternOperator } from './condition.js'
import type { PatternCall } from './effect.js'
import { compareByPattern } from './pattern-comparison.js'
import type { VariableValue } from './session.js'
import { naivelyHolds } from './testing/naive-comparison.js'

const unlimited: ComparisonLimits = {
  maxPairs: 10_000,
  texts: new ComparedTexts(),
  isOutOfTime: () => false,
  tooManyPairs: () => undefined,
  takesCharacters: () => true,
}

function holds(input: VariableValue, operator: string | undefined, value: VariableValue, limits = unlimited): boolean {
  if (!isPatternOperator(operator)) return compare({ input, value }, operator, limits)
  return drive(compareByPattern({ input, value }, operator, limits)).result
}

/** Performs the effects like the sandbox, but without isolation. */
function drive(running: ReturnType<typeof compareByPattern>) {
  const asked: PatternCall[] = []
  let step = running.next()
  while (!step.done) {
    const effect = step.value as PatternCall & { kind: 'pattern' }
    asked.push(effect)
    step = running.next({ kind: 'pattern', ...match(effect) })
  }
  return { result: step.value, asked }
}

function match({ pattern, flags, texts }: PatternCall) {
  try {
    return { ok: true as const, matches: texts.map((text) => new RegExp(pattern, flags).test(text)) }
  } catch {
    return { ok: false as const, reason: 'invalid' as const, message: 'invalid' }
  }
}

const texts = (count: number) => Array.from({ length: count }, (_, index) => `${index}`)
const operatorsOnTexts = [
  'Equal to',
  'Not equal',
  'Contains',
  'Does not contain',
  'Greater than',
  'Greater or equal to',
  'Less than',
  'Less or equal to',
  'Starts with',
  'Ends with',
]

describe('a comparison', () => {
  test.each([
    ['a', 'Equal to', 'a', true],
    ['1.0', 'Equal to', '1', false],
    ['e\u0301', 'Equal to', '\u00e9', true],
    [null, 'Equal to', '', false],
    [['a', 'a'], 'Equal to', 'a', true],
    ['a', 'Not equal', 'b', true],
    ['Hello', 'Contains', ' hell ', true],
    ['Hello', 'Contains', '', false],
    [['a', 'b'], 'Contains', 'b', true],
    ['Hello', 'Does not contain', '', true],
    ['10', 'Greater than', '9', true],
    ['2026-02-01', 'Greater than', '2026-01-31', true],
    ['longer', 'Less than', 'x', false],
    ['x', 'Less than', 'longer', true],
    [['a', 'b', 'c'], 'Greater than', '2', true],
    [null, 'Less than', '1', false],
    ['', 'Is set', null, false],
    [null, 'Is empty', null, true],
    ['Hello', 'Starts with', 'HE', true],
    ['Hello', 'Ends with', 'LO', true],
    ['abc', 'Matches regex', '/B/i', true],
    ['abc', 'Matches regex', '(', false],
    ['abc', 'Does not match regex', '(', false],
    ['abc', 'Does not match regex', 'x', true],
    ['a', 'No such operator', 'a', false],
  ] as const)('%j %s %j is %s', (input, operator, value, expected) => {
    expect(holds(input as VariableValue, operator, value as VariableValue)).toBe(expected)
  })
})

test('A condition without comparisons is never met', () => {
  const scope = { ...unlimited, operandsOf: () => undefined, holdsByPattern: () => true, isPauseDue: () => false }
  expect(isMet({ logicalOperator: 'OR', comparisons: [] }, scope).next()).toEqual({ done: true, value: false })
})

const fiveComparisons = texts(5).map((id) => ({ id, variableId: id, comparisonOperator: 'Equal to', value: 'x' }))

test('A condition requests a pause before each comparison at which one is due, and continues with the same result', () => {
  let asked = 0
  const scope = {
    ...unlimited,
    operandsOf: () => ({ input: 'x', value: 'x' }),
    holdsByPattern: () => true,
    isPauseDue: () => asked++ % 2 === 1,
  }
  const running = isMet({ logicalOperator: 'AND', comparisons: fiveComparisons } as never, scope)
  const steps = [running.next()]
  while (!steps.at(-1)?.done) steps.push(running.next({ kind: 'pause' }))
  expect(steps.map(({ value }) => value)).toEqual([{ kind: 'pause' }, { kind: 'pause' }, true])
})

test('A condition reads no further operands once the turn is out of time', () => {
  let read = 0
  const scope = {
    ...unlimited,
    operandsOf: () => {
      read += 1
      return { input: 'x', value: 'y' }
    },
    holdsByPattern: () => true,
    isPauseDue: () => false,
    isOutOfTime: () => read === 2,
  }
  expect(isMet({ logicalOperator: 'OR', comparisons: fiveComparisons } as never, scope).next().value).toBe(false)
  expect(read).toBe(2)
})

test.each(operatorsOnTexts)(
  '%s counts the characters of both texts, and does not hold once too many are compared',
  (operator) => {
    const counts: number[] = []
    const limits = { ...unlimited, takesCharacters: (count: number) => counts.push(count) === 0 }
    expect(compare({ input: 'aaa', value: 'aa' }, operator, limits)).toBe(false)
    expect(counts).toEqual([5])
  },
)

test('Comparisons that read no text hold however many characters were compared', () => {
  const limits = { ...unlimited, takesCharacters: (count: number) => count === 0 }
  expect(compare({ input: 'a', value: null }, 'Is set', limits)).toBe(true)
  expect(compare({ input: ['a', 'b'], value: '1' }, 'Greater than', limits)).toBe(true)
})

test('Texts with long runs of combining marks are compared in linear time', async () => {
  const input = '\u0301\u0323'.repeat(200_000)
  expect(await processorTimeOf(() => compare({ input, value: `${input}x` }, 'Equal to', unlimited))).toBeLessThan(2000)
})

const operators = [
  'Equal to',
  'Not equal',
  'Contains',
  'Does not contain',
  'Greater than',
  'Greater or equal to',
  'Less than',
  'Less or equal to',
  'Is set',
  'Is empty',
  'Starts with',
  'Ends with',
  'Matches regex',
  'Does not match regex',
]

test.each(operators)('%s gives the same for random values as comparing pair by pair', (operator) => {
  const random = randomFrom(operator.length)
  const words = ['', ' ', 'a', 'A', 'ab', 'ba', 'b', ' b ', 'e\u0301', '\u00e9', '1', '2', '(', '/A/i', null]
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T
  const some = (): VariableValue =>
    random() < 0.4 ? pick(words) : Array.from({ length: Math.floor(random() * 4) }, () => pick(words))
  for (let round = 0; round < 3000; round++) {
    const [input, value] = [some(), some()]
    const result = holds(input, operator, value)
    expect({ input, value, result }).toEqual({ input, value, result: naivelyHolds(input, operator, value) })
  }
})

const many = (count: number, prefix = '') => Array.from({ length: count }, (_, index) => `${prefix}${index}`)

test.each([
  ['Not equal', many(50_000), many(50_000, 'x'), true],
  ['Contains', many(50_000), many(50_000, 'x'), false],
  ['Does not contain', many(50_000), many(50_000, 'x'), true],
  ['Equal to', Array(50_000).fill('a'), Array(50_000).fill('a'), true],
  ['Starts with', Array(50_000).fill('ab'), Array(50_000).fill('a'), true],
] as const)('%s compares lists of 50,000 items in less than a second', async (operator, input, value, expected) => {
  const check = () =>
    expect(compare({ input: input as never, value: value as never }, operator, unlimited)).toBe(expected)
  expect(await processorTimeOf(check)).toBeLessThan(1000)
})

test.each([
  ['Matches regex', many(101), many(101), 10_000],
  ['Does not match regex', many(101), many(101, 'x'), 10_000],
  ['Contains', 'a'.repeat(1_000_000), Array(101).fill('a'), 10_000],
  ['Does not contain', 'a'.repeat(1_000_000), Array(101).fill('b'), 10_000],
] as const)('%s does not hold beyond the limit of pairs, and reports that', (operator, input, value, maxPairs) => {
  let reports = 0
  const limits = { ...unlimited, maxPairs, tooManyPairs: () => reports++ }
  expect(holds(input as never, operator, value as never, limits)).toBe(false)
  expect(reports).toBe(1)
})

test('A comparison of a list with patterns asks for each pattern once, with all texts', () => {
  const { asked } = drive(
    compareByPattern({ input: ['a', 'b', 'a'], value: ['x', 'y', 'x'] }, 'Matches regex', unlimited),
  )
  expect(asked.map(({ pattern, texts }) => [pattern, texts])).toEqual([
    ['x', ['a', 'b']],
    ['y', ['a', 'b']],
  ])
})

test('A comparison of lists does not hold and asks for nothing once the turn is out of time', () => {
  const limits = { ...unlimited, isOutOfTime: () => true }
  expect(compare({ input: ['a'], value: ['a'] }, 'Equal to', limits)).toBe(false)
  const { result, asked } = drive(compareByPattern({ input: ['a'], value: 'a' }, 'Matches regex', limits))
  expect({ result, asked }).toEqual({ result: false, asked: [] })
})
