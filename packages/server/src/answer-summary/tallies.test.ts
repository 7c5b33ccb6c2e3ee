import { describe, expect, test } from 'vitest'
import { ChoiceStatistics } from './choice-statistics.js'
import { NumberStatistics } from './number-statistics.js'

const choices = ['Apple', 'Pear', 'Yes, please'].map((label) => ({ content: label, label }))

describe('choices', () => {
  test('are counted in the order of the block, those that nobody chose included, then others by how often', () => {
    const statistics = new ChoiceStatistics([{ content: 'A', label: 'Apple' }, ...choices.slice(1)], false)
    for (const [content, answers] of [
      ['A', 3],
      ['Kiwi', 1],
      ['Fig', 2],
      ['Yes, please', 1],
    ] as const)
      statistics.add(content, answers)
    expect(statistics.summary()).toEqual({
      kind: 'choices',
      isMultiple: false,
      choices: [
        { label: 'Apple', answers: 3 },
        { label: 'Pear', answers: 0 },
        { label: 'Yes, please', answers: 1 },
        { label: 'Fig', answers: 2 },
        { label: 'Kiwi', answers: 1 },
      ],
      others: 0,
    })
  })

  test('that the block does not have are counted together where what visitors gave is hidden', () => {
    const statistics = new ChoiceStatistics(choices.slice(0, 1), false)
    for (const content of ['Apple', 'Ada Lovelace', 'Grace Hopper']) statistics.add(content, 1)
    expect(statistics.summary({ hidesGiven: true })).toMatchObject({
      choices: [{ label: 'Apple', answers: 1 }],
      others: 2,
    })
  })

  test('of one answer count each, once, also where a label holds a comma', () => {
    const statistics = new ChoiceStatistics(choices, true)
    statistics.add('Apple, Yes, please', 2)
    statistics.add('Pear, Pear, Yes, Apple', 1)
    expect(statistics.summary().choices).toEqual([
      { label: 'Apple', answers: 3 },
      { label: 'Pear', answers: 1 },
      { label: 'Yes, please', answers: 2 },
      { label: 'Yes', answers: 1 },
    ])
  })

  test('that are too many are counted together', () => {
    const statistics = new ChoiceStatistics([], false)
    for (let index = 0; index < 6_000; index++) statistics.add(`Answer ${index}`, 1)
    statistics.add('Answer 1', 10)
    const { choices: shown, others } = statistics.summary()
    expect(shown).toHaveLength(50)
    expect(shown[0]).toEqual({ label: 'Answer 1', answers: 11 })
    expect(shown.reduce((sum, { answers }) => sum + answers, others)).toBe(6_010)
  })
})

describe('numbers', () => {
  const tallied = (values: readonly (number | string)[], scale?: { from: number; to: number }) => {
    const statistics = new NumberStatistics(scale)
    for (const value of values) statistics.add(String(value), 1)
    return statistics.summary()
  }

  test('have an average, a median and a bar each', () => {
    expect(tallied([4, 1, 1, 10, 'x', ''])).toEqual({
      kind: 'numbers',
      average: 4,
      median: 2.5,
      bars: [
        { from: 1, to: 1, answers: 2 },
        { from: 4, to: 4, answers: 1 },
        { from: 10, to: 10, answers: 1 },
      ],
      nps: null,
      unread: 2,
    })
    expect(tallied([])).toMatchObject({ average: null, median: null, bars: [], nps: null })
  })

  test('that somebody typed are hidden on request, but for the average of five or more; a short scale shows nobody', () => {
    const hidden = (values: readonly number[], scale?: { from: number; to: number }) => {
      const statistics = new NumberStatistics(scale)
      for (const value of values) statistics.add(String(value), 1)
      return statistics.summary({ hidesGiven: true })
    }
    expect(hidden([4711, 1, 2, 3])).toMatchObject({ average: null, median: null, bars: [] })
    expect(hidden([4, 1, 1, 10, 4])).toMatchObject({ average: 4, median: null, bars: [] })
    expect(hidden([1, 2], { from: 1, to: 5 })).toMatchObject({ average: 1.5, median: 1.5 })
  })

  test('on a scale have a bar for each of its numbers, and a score from 0 to 10', () => {
    const { bars, nps, unread } = tallied([10, 9, 9, 8, 0, 6, 11, -1], { from: 0, to: 10 })
    expect(bars.map(({ answers }) => answers)).toEqual([1, 0, 0, 0, 0, 0, 1, 0, 1, 2, 1])
    expect(nps).toEqual({ score: 17, promoters: 3, passives: 1, detractors: 2 })
    expect(unread).toBe(2)
    expect(tallied([5], { from: 1, to: 5 }).nps).toBeNull()
  })

  test('that are many are spread over bars of a round width', () => {
    const { bars } = tallied(Array.from({ length: 100 }, (_, index) => index + 0.5))
    expect(bars.map(({ from, to, answers }) => [from, to, answers])).toEqual(
      Array.from({ length: 10 }, (_, index) => [index * 10, index * 10 + 10, 10]),
    )
    for (const wide of [
      tallied([...Array(50).keys()].map((index) => 1.7 ** index)),
      tallied([...Array(40).keys()].map((it) => it / 1e6)),
    ]) {
      expect(wide.bars.length).toBeLessThan(15)
      expect(wide.bars.reduce((sum, { answers }) => sum + answers, 0)).toBeGreaterThan(39)
    }
  })

  test('that differ in too many ways are rounded for the median, not for the average', () => {
    const values = Array.from({ length: 30_000 }, (_, index) => 1_000_000 + index * 7)
    const { average, median } = tallied(values)
    expect(average).toBeCloseTo(1_000_000 + (29_999 * 7) / 2)
    expect(Math.abs((median as number) / (average as number) - 1)).toBeLessThan(0.01)
  })
})
