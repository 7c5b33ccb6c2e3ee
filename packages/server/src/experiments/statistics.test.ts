import { randomFrom } from '@colloquy/engine'
import { expect, test } from 'vitest'
import { hasWrongSampleRatio, metricsOf, type VariantCounts, verdictOf } from './statistics.js'

const looks = 50

/** Adds visitors to variants with these rates, and yields the verdict of each look. */
function* experiment(random: () => number, rates: readonly number[], visitorsPerLook: number, looks: number) {
  const counts = rates.map(() => ({ weight: 1, visitors: 0, conversions: 0 }))
  for (let look = 0; look < looks; look++) {
    for (const [index, variant] of counts.entries()) {
      variant.visitors += visitorsPerLook
      for (let visitor = 0; visitor < visitorsPerLook; visitor++) {
        if (random() < (rates[index] as number)) variant.conversions += 1
      }
    }
    yield counts
  }
}

/** Returns the share of experiments that name a winner at any of the looks. */
function shareOfWinners(experiments: number, rates: readonly number[], visitorsPerLook: number, difference: number) {
  const random = randomFrom(7)
  let winners = 0
  for (let count = 0; count < experiments; count++) {
    for (const counts of experiment(random, rates, visitorsPerLook, looks)) {
      if (verdictOf(counts, difference).kind !== 'winner') continue
      winners += 1
      break
    }
  }
  return winners / experiments
}

test.each([
  { rates: [0.1, 0.1], visitorsPerLook: 100, difference: 0.02 },
  { rates: [0.5, 0.5], visitorsPerLook: 20, difference: 0.05 },
  { rates: [0.01, 0.01], visitorsPerLook: 100, difference: 0.002 },
  { rates: [0.3, 0.3, 0.3], visitorsPerLook: 50, difference: 0.02 },
])('of 2,000 experiments without a difference at most 5 % are called a winner at any of 50 looks: %j', (given) => {
  const share = shareOfWinners(2_000, given.rates, given.visitorsPerLook, given.difference)
  console.info(`false winners at rates ${given.rates.join(', ')}: ${(share * 100).toFixed(2)} %`)
  expect(share).toBeLessThanOrEqual(0.05)
})

test('a lift of 20 % is found in nearly all experiments, and its size is reported', () => {
  const share = shareOfWinners(300, [0.2, 0.24], 150, 0.02)
  console.info(`true lifts found: ${(share * 100).toFixed(1)} %`)
  expect(share).toBeGreaterThan(0.9)
  const verdict = verdictOf([variant(10_000, 2_000), variant(10_000, 2_400)], 0.02)
  expect(verdict).toMatchObject({ kind: 'winner', variant: 1, against: 0 })
  if (verdict.kind !== 'winner') return
  expect(verdict.lead.from).toBeGreaterThan(0.015)
  expect(verdict.lead.to).toBeLessThan(0.065)
})

test('the control wins over all others with its lead over the closest one', () => {
  const verdict = verdictOf([variant(9_000, 2_700), variant(9_000, 1_800), variant(9_000, 900)], 0.02)
  expect(verdict).toMatchObject({ kind: 'winner', variant: 0, against: 1 })
})

test('intervals of differences are wider among five variants, which are compared in ten pairs, than among two', () => {
  const one = variant(1_000, 100)
  const widthOf = (counts: VariantCounts[]) => {
    const lead = metricsOf(counts, 0.02).variants[1]?.lead
    return lead ? lead.to - lead.from : 0
  }
  expect(widthOf([one, one, one, one, one])).toBeGreaterThan(1.1 * widthOf([one, one]))
})

test('no winner is said plainly: too few visitors, undecided, or no difference of the size that was asked for', () => {
  expect(verdictOf([variant(99, 0), variant(100, 100)], 0.02).kind).toBe('too-few-visitors')
  expect(verdictOf([variant(1_000, 100), variant(1_000, 110)], 0.02).kind).toBe('undecided')
  expect(verdictOf([variant(40_000, 4_000), variant(40_000, 4_010)], 0.02).kind).toBe('no-difference')
})

test('visitors who are not spread as they should be stop the verdict', () => {
  const half = (one: number, other: number) => [variant(one, 0), variant(other, other)]
  expect(hasWrongSampleRatio(half(5_000, 5_150))).toBe(false)
  expect(hasWrongSampleRatio(half(5_000, 5_500))).toBe(true)
  expect(verdictOf(half(5_000, 5_500), 0.02)).toEqual({ kind: 'sample-ratio' })
  const asPlanned = [variant(9_000, 0, 90), variant(1_000, 0, 10)]
  expect(hasWrongSampleRatio(asPlanned)).toBe(false)
  const oneIsMissing = [150, 150, 150, 150, 60].map((visitors) => variant(visitors, 0))
  expect(hasWrongSampleRatio(oneIsMissing)).toBe(true)
  expect(hasWrongSampleRatio([variant(0, 0), variant(0, 0)])).toBe(false)
})

test.each([{ weights: [1, 1] }, { weights: [9, 1] }, { weights: [1, 1, 1, 1, 1] }])(
  'of 4,000 experiments whose visitors are spread as they should be at most 0.1 % ever raise the alarm in 200 looks: %j',
  ({ weights }) => {
    const random = randomFrom(11)
    const whole = weights.reduce((one, other) => one + other)
    let alarms = 0
    for (let count = 0; count < 4_000; count++) {
      const counts = weights.map((weight) => variant(0, 0, weight))
      for (let look = 0; look < 200; look++) {
        for (let visitor = 0; visitor < 5; visitor++) {
          let left = random() * whole
          const chosen = counts.find(({ weight }) => {
            left -= weight
            return left < 0
          })
          if (chosen) chosen.visitors += 1
        }
        if (!hasWrongSampleRatio(counts)) continue
        alarms += 1
        break
      }
    }
    expect(alarms).toBeLessThanOrEqual(4)
  },
)

test('the probability to be best and the intervals of rates are those of Beta posteriors', () => {
  const { variants } = metricsOf([variant(100, 10), variant(100, 16)], 0.02)
  expect(variants[1]?.probabilityToBeBest).toBeCloseTo(exactProbability(10, 100, 16, 100), 3)
  const sum = variants.reduce((total, it) => total + it.probabilityToBeBest, 0)
  expect(sum).toBeCloseTo(1, 4)
  // qbeta(c(0.025, 0.975), 11, 91)
  expect(variants[0]?.interval.from).toBeCloseTo(0.0556, 2)
  expect(variants[0]?.interval.to).toBeCloseTo(0.1746, 2)
  const none = metricsOf([variant(0, 0), variant(0, 0)], 0.02)
  expect(none.variants[0]).toMatchObject({ rate: null, lead: null })
  expect(none.variants[1]).toMatchObject({ lead: { from: -1, to: 1 } })
  expect(none.variants[1]?.probabilityToBeBest).toBeCloseTo(0.5, 2)
})

test('metrics of a million visitors are computed without loss of numbers', () => {
  const { variants } = metricsOf([variant(1_000_000, 100_000), variant(1_000_000, 103_000)], 0.02)
  expect(variants[1]?.probabilityToBeBest).toBeGreaterThan(0.999)
  expect(variants[0]?.rate).toBe(0.1)
})

function variant(visitors: number, conversions: number, weight = 1): VariantCounts {
  return { weight, visitors, conversions }
}

/** P(B > A) of two Beta posteriors as a finite sum. */
function exactProbability(a: number, of: number, b: number, ofB: number): number {
  const logGamma = (n: number) => Array.from({ length: n - 1 }, (_, i) => Math.log(i + 1)).reduce((x, y) => x + y, 0)
  const logBeta = (x: number, y: number) => logGamma(x) + logGamma(y) - logGamma(x + y)
  const [a1, a0, b1, b0] = [a + 1, of - a + 1, b + 1, ofB - b + 1]
  let sum = 0
  for (let i = 0; i < b1; i++) {
    sum += Math.exp(logBeta(a1 + i, a0 + b0) - Math.log(b0 + i) - logBeta(1 + i, b0) - logBeta(a1, a0))
  }
  return sum
}
