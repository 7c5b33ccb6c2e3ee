import { median } from './median.mjs'

/** A figure of a benchmark: the median of its runs, and if need be that of its ratios to others within each run. */
export function measurement(name, samples, unit, more = {}) {
  return { name, median: rounded(median(samples)), unit, runs: samples.length, ...more }
}

export function ratio(own, others, to) {
  return { ratio: rounded(median(own.map((value, run) => value / others[run]))), to }
}

function rounded(number) {
  return Number(number.toPrecision(4))
}

/** One line for each, for people or as JSON. */
export function printMeasurements(measurements, { json, runs, seconds }) {
  if (json) {
    for (const one of measurements) console.log(JSON.stringify(one))
    return
  }
  const width = Math.max(...measurements.map(({ name }) => name.length))
  for (const { name, median: value, unit, ratio: part, to } of measurements) {
    const beside = part === undefined ? '' : `  (${part} of ${to})`
    console.log(`${name.padEnd(width)}  ${String(value).padStart(9)} ${unit}${beside}`)
  }
  console.log(`\nMedians of ${runs} ${runs === 1 ? 'run' : 'runs'} of ${seconds} s each.`)
}
