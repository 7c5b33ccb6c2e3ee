import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { counted, describeCounts, most } from './counts.js'
import { addToTally, tallyOf } from './tally.js'

test('runs of a trial add up in a file: sums of what was tried, the largest of what was measured, all failures', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-tally-'))
  const file = join(folder, 'tally.json')
  const counts = (kills: number, ms: number) => counted`${kills} kills;
    ready in ${most(ms)} ms at most`
  await addToTally(file, 'R1 sqlite', tallyOf({ tries: 2, counts: counts(2, 71.4), problems: [] }))
  await addToTally(file, 'R2 sqlite', tallyOf({ tries: 7, counts: counted`7`, problems: [] }))
  const sum = await addToTally(file, 'R1 sqlite', tallyOf({ tries: 3, counts: counts(3, 9), problems: ['a loss'] }))
  expect(sum).toMatchObject({ runs: 2, tries: 5, failures: 1 })
  expect(describeCounts(sum.counts)).toBe('5 kills; ready in 71 ms at most')
  await rm(folder, { recursive: true })
})

test('runs that speak of different things are not added up', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-tally-'))
  const file = join(folder, 'tally.json')
  await addToTally(file, 'R1 sqlite', tallyOf({ tries: 1, counts: counted`${1} kills`, problems: [] }))
  const other = tallyOf({ tries: 1, counts: counted`${1} stops`, problems: [] })
  await expect(addToTally(file, 'R1 sqlite', other)).rejects.toThrow('"1 kills" and "1 stops" cannot be added up')
  await rm(folder, { recursive: true })
})
