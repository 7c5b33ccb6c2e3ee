import { median } from './median.mjs'

/** A figure of a benchmark: the median of its runs, and if need be that of its ratios to others within each run. */
export function figure(name, samples, unit, more = {}) {
  return { name, median: rounded(median(samples)), unit, runs: samples.length, ...more }
}

export function ratio(own, others, to) {
  return { ratio: rounded(median(own.map((value, run) => value / others[run]))), to }
}

function rounded(number) {
  return Number(number.toPrecision(4))
}

/** One line for each, for people or as JSON. */
export function printFigures(figures, { json, runs, seconds }) {
  if (json) {
    for (const one of figures) console.log(JSON.stringify(one))
    return
  }
  const width = Math.max(...figures.map(({ name }) => name.length))
  for (const { name, median: value, unit, ratio: part, to } of figures) {
    const beside = part === undefined ? '' : `  (${part} of ${to})`
    console.log(`${name.padEnd(width)}  ${String(value).padStart(9)} ${unit}${beside}`)
  }
  console.log(`\nMedians of ${runs} ${runs === 1 ? 'run' : 'runs'} of ${seconds} s each.`)
}
