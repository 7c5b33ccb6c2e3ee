/** The factor by which work takes longer on an input four times as large, in processor time: another busy process does not affect it. */
export interface Growth {
  size: number
  milliseconds: number
  /** For the input four times as large. */
  millisecondsOfFourfold: number
  factor: number
}

/** Linear work has a factor of 4, quadratic work one of 16. */
export const maxGrowth = 6

/** Shorter measurements, in milliseconds, are noise. */
const noise = 15
const rounds = 3

/**
 * Measures work on growing inputs until it takes long enough to be measured, or until `max` is reached. If growth looks too fast, it is
 * measured again, because other work in this process can only increase it.
 */
export async function growthOf(run: (size: number) => unknown, max: number, attempts = 3): Promise<Growth> {
  let size = Math.max(1, Math.min(16, Math.floor(max / 4)))
  while (size * 8 <= max && (await isNoise(run, size))) size *= 2
  let growth = await measured(run, size)
  // The first runs take longer, before the code is compiled: a size that was enough for them is too small now.
  while (growth.milliseconds < noise && size * 8 <= max) {
    size *= 2
    growth = await measured(run, size)
  }
  for (let attempt = 1; attempt < attempts && growth.factor >= maxGrowth; attempt++) growth = await measured(run, size)
  return growth.factor >= maxGrowth ? await measuredTwice(run, size, max) : growth
}

/**
 * Measures two fourfold steps together, and returns the mean factor of one. Caches and the collection of garbage may make one step steeper,
 * where the heap outgrows one of their sizes; quadratic work is steep in each.
 */
async function measuredTwice(run: (size: number) => unknown, size: number, max: number): Promise<Growth> {
  const first = size * 16 <= max ? size : Math.max(1, Math.floor(size / 4))
  const milliseconds = await fastest(run, first)
  const millisecondsOfBoth = await fastest(run, first * 16)
  const factor = Math.sqrt(millisecondsOfBoth / Math.max(milliseconds, noise / 4))
  return { size: first, milliseconds, millisecondsOfFourfold: millisecondsOfBoth / factor, factor }
}

/** Returns true for work that is over too soon to be measured. One short run shows it; a long one may have been slowed down by something else. */
async function isNoise(run: (size: number) => unknown, size: number): Promise<boolean> {
  return (await processorTimeOf(() => run(size))) < noise || (await fastest(run, size)) < noise
}

async function measured(run: (size: number) => unknown, size: number): Promise<Growth> {
  const milliseconds = await fastest(run, size)
  const millisecondsOfFourfold = await fastest(run, size * 4)
  return { size, milliseconds, millisecondsOfFourfold, factor: millisecondsOfFourfold / Math.max(milliseconds, noise) }
}

async function fastest(run: (size: number) => unknown, size: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) least = Math.min(least, await processorTimeOf(() => run(size)))
  return least
}

/** Milliseconds of processor time that this process spends on work: a busy machine does not prolong them. */
export async function processorTimeOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
