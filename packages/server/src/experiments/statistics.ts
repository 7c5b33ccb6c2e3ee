/** Counts of one variant. */
export interface VariantCounts {
  /** Intended share of visitors, relative to the others. */
  weight: number
  visitors: number
  conversions: number
}

/** A range of rates or of differences between rates, from 0 to 1 or from -1 to 1. */
interface Interval {
  from: number
  to: number
}

/** Conclusion from the visitors so far. `variant` and `against` are indexes of variants; the first one is the control. */
type Verdict =
  /** Visitors are not distributed as intended: something is broken, and no number is valid. */
  | { kind: 'sample-ratio' }
  | { kind: 'too-few-visitors'; atLeast: number }
  | { kind: 'undecided' }
  /** No variant differs from another by the requested minimum. */
  | { kind: 'no-difference' }
  | { kind: 'winner'; variant: number; against: number; lead: Interval }

interface VariantMetrics {
  visitors: number
  conversions: number
  /** Conversions per visitor; null without visitors. */
  rate: number | null
  /** Contains the rate with a probability of 95 %, for display. */
  interval: Interval
  /** Probability of having the highest rate, for display. */
  probabilityToBeBest: number
  /**
   * Confidence interval of the difference between its rate and the control's, valid whenever and however often one looks; null for the
   * control.
   */
  lead: Interval | null
}

export interface Metrics {
  variants: VariantMetrics[]
  verdict: Verdict
}

/** Visitors that each variant needs before the normal approximation is trusted. */
const minVisitors = 100

/** Share of experiments without any difference that name a winner, over all looks together. */
const falseWinners = 0.05

/**
 * Returns everything that is shown of an experiment. `minimumDifference` is the smallest difference between rates that matters, such as
 * 0.02.
 */
export function metricsOf(counts: readonly VariantCounts[], minimumDifference: number): Metrics {
  const posteriors = posteriorsOf(counts)
  const variants = counts.map(({ visitors, conversions }, index) => ({
    visitors,
    conversions,
    rate: visitors === 0 ? null : conversions / visitors,
    interval: (posteriors[index] as Posterior).interval,
    probabilityToBeBest: (posteriors[index] as Posterior).probabilityToBeBest,
    lead: index === 0 ? null : leadOf(counts, index, 0, minimumDifference),
  }))
  return { variants, verdict: verdictOf(counts, minimumDifference) }
}

/**
 * Decides by confidence sequences alone, so that it may be called after each visitor: of experiments without any difference, at most 5 %
 * ever name a winner.
 */
export function verdictOf(counts: readonly VariantCounts[], minimumDifference: number): Verdict {
  if (hasWrongSampleRatio(counts)) return { kind: 'sample-ratio' }
  if (counts.some(({ visitors }) => visitors < minVisitors)) {
    return { kind: 'too-few-visitors', atLeast: minVisitors }
  }
  const indexes = counts.map((_, index) => index)
  const leads = (variant: number) =>
    indexes
      .filter((other) => other !== variant)
      .map((against) => ({ against, lead: leadOf(counts, variant, against, minimumDifference) }))
  for (const variant of indexes) {
    const all = leads(variant)
    if (all.some(({ lead }) => lead.from <= 0)) continue
    // The others are measured against the control; its own lead is the one over the variant that comes closest.
    const closest = all.reduce((one, other) => (other.lead.from < one.lead.from ? other : one))
    return { kind: 'winner', variant, ...(variant === 0 ? closest : (all[0] as (typeof all)[0])) }
  }
  const isSame = indexes.every((variant) =>
    leads(variant).every(({ lead }) => lead.from > -minimumDifference && lead.to < minimumDifference),
  )
  return { kind: isSame ? 'no-difference' : 'undecided' }
}

/**
 * Confidence sequence of the difference between two rates: it contains the true difference at all times together with a probability of
 * 95 %, divided among all pairs of variants.
 *
 * The normal mixture of H. Robbins, "Statistical methods related to the law of the iterated logarithm", Annals of Mathematical Statistics
 * 41 (1970), as an always valid test of two rates: R. Johari, P. Koomen, L. Pekelis, D. Walsh, "Always valid inference", Operations
 * Research 70 (2022); with an estimated variance: I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy, A. Ramdas, "Time-uniform central
 * limit theory and asymptotic confidence sequences", Annals of Statistics 52 (2024). With the variance v of the estimate and a mixture
 * N(0, t²), the half width is sqrt(v (v + t²) / t² · ln((v + t²) / (v a²))). It is narrowest for differences of about t, here the
 * requested one.
 */
function leadOf(
  counts: readonly VariantCounts[],
  variant: number,
  against: number,
  minimumDifference: number,
): Interval {
  const [one, other] = [counts[variant] as VariantCounts, counts[against] as VariantCounts]
  if (one.visitors === 0 || other.visitors === 0) return { from: -1, to: 1 }
  const difference = one.conversions / one.visitors - other.conversions / other.visitors
  const pairs = (counts.length * (counts.length - 1)) / 2
  const alpha = falseWinners / pairs
  const variance = varianceOf(one) + varianceOf(other)
  const mixture = minimumDifference ** 2
  const half = Math.sqrt(
    ((variance * (variance + mixture)) / mixture) * Math.log((variance + mixture) / (variance * alpha ** 2)),
  )
  return { from: Math.max(-1, difference - half), to: Math.min(1, difference + half) }
}

/** Variance of an estimated rate. Adds two visitors with and two without a conversion, so that the rate is never taken for certain. */
function varianceOf({ visitors, conversions }: VariantCounts): number {
  const rate = (conversions + 2) / (visitors + 4)
  return (rate * (1 - rate)) / visitors
}

/** Probability that visitors who are spread as intended are ever taken for spread otherwise, over all looks together. */
const falseAlarms = 0.001

/** Visitors that the prior of the shares is worth: shares that are off by several percentage points are noticed first. */
const priorVisitors = 100

/**
 * Tests whether visitors are distributed by the weights, and may be called after each visitor. It is the Bayes factor of shares around the
 * intended ones, a Dirichlet distribution, against exactly those: M. Lindon, A. Malek, "Anytime-valid inference for multinomial count
 * data", NeurIPS 2022. A martingale while the shares are as intended, it ever exceeds 1 / a with a probability of at most a.
 */
export function hasWrongSampleRatio(counts: readonly VariantCounts[]): boolean {
  const visitors = counts.reduce((sum, it) => sum + it.visitors, 0)
  const weights = counts.reduce((sum, it) => sum + it.weight, 0)
  const logFactor = counts.reduce(
    (sum, it) => {
      const share = it.weight / weights
      const prior = share * priorVisitors
      return sum + logGamma(prior + it.visitors) - logGamma(prior) - it.visitors * Math.log(share)
    },
    logGamma(priorVisitors) - logGamma(priorVisitors + visitors),
  )
  return logFactor > -Math.log(falseAlarms)
}

/** Stirling's series, from 10 on; smaller numbers are raised by the recurrence. */
function logGamma(number: number): number {
  let [x, factor] = [number, 1]
  for (; x < 10; x++) factor *= x
  const series = 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1_260 * x ** 5) - 1 / (1_680 * x ** 7)
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series - Math.log(factor)
}

interface Posterior {
  interval: Interval
  probabilityToBeBest: number
}

/**
 * The Beta posteriors of all rates from a uniform prior, integrated over a common grid: the density of each times the distribution
 * functions of all others. Does not sample, so the same counts give the same results.
 */
function posteriorsOf(counts: readonly VariantCounts[]): Posterior[] {
  const grid = gridOf(counts)
  const curves = counts.map((it) => curveOf(it, grid))
  return curves.map(({ density, cumulative }, index) => {
    const best = grid.map((_, at) =>
      curves.reduce(
        (product, other, which) => (which === index ? product : product * (other.cumulative[at] as number)),
        density[at] as number,
      ),
    )
    return {
      interval: { from: quantile(grid, cumulative, 0.025), to: quantile(grid, cumulative, 0.975) },
      probabilityToBeBest: Math.min(1, integrals(grid, best).at(-1) as number),
    }
  })
}

const pointsPerVariant = 400

/** Points from 0 to 1, dense where any of the posteriors has its mass. */
function gridOf(counts: readonly VariantCounts[]): number[] {
  const points = new Set([0, 1])
  for (const { visitors, conversions } of counts) {
    const mean = (conversions + 1) / (visitors + 2)
    const deviation = Math.sqrt((mean * (1 - mean)) / (visitors + 3))
    const [from, to] = [Math.max(0, mean - 8 * deviation), Math.min(1, mean + 8 * deviation)]
    for (let point = 0; point <= pointsPerVariant; point++) points.add(from + ((to - from) * point) / pointsPerVariant)
  }
  return [...points].sort((one, other) => one - other)
}

function curveOf({ visitors, conversions }: VariantCounts, grid: readonly number[]) {
  const others = visitors - conversions
  // 0 · ln 0 is 0 here.
  const power = (count: number, of: number) => (count === 0 ? 0 : count * Math.log(of))
  const logs = grid.map((rate) => power(conversions, rate) + power(others, 1 - rate))
  const highest = logs.reduce((one, other) => Math.max(one, other))
  const shape = logs.map((log) => Math.exp(log - highest))
  const sums = integrals(grid, shape)
  const whole = sums.at(-1) as number
  return { density: shape.map((it) => it / whole), cumulative: sums.map((it) => it / whole) }
}

/** The integral up to each point, by trapezoids. */
function integrals(grid: readonly number[], values: readonly number[]): number[] {
  let sum = 0
  return grid.map((point, at) => {
    if (at > 0) {
      sum += ((point - (grid[at - 1] as number)) * ((values[at] as number) + (values[at - 1] as number))) / 2
    }
    return sum
  })
}

function quantile(grid: readonly number[], cumulative: readonly number[], share: number): number {
  return grid[
    Math.max(
      0,
      cumulative.findIndex((it) => it >= share),
    )
  ] as number
}
