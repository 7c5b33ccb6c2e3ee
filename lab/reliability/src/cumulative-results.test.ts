import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { counted, describeCounts, maximum } from './counts.js'
import { addResults, resultsOf } from './cumulative-results.js'

test('runs of a reliability test add up in a file: numbers are summed, measurements keep the largest', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-results-'))
  const file = join(folder, 'results.json')
  const counts = (kills: number, ms: number) => counted`${kills} kills;
    ready in ${maximum(ms)} ms at most`
  await addResults(file, 'R1 sqlite', resultsOf({ tries: 2, counts: counts(2, 71.4), problems: [] }))
  await addResults(file, 'R2 sqlite', resultsOf({ tries: 7, counts: counted`7`, problems: [] }))
  const sum = await addResults(file, 'R1 sqlite', resultsOf({ tries: 3, counts: counts(3, 9), problems: ['a loss'] }))
  expect(sum).toMatchObject({ runs: 2, tries: 5, failures: 1 })
  expect(describeCounts(sum.counts)).toBe('5 kills; ready in 71 ms at most')
  await rm(folder, { recursive: true })
})

test('runs that count different things cannot be added up', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-results-'))
  const file = join(folder, 'results.json')
  await addResults(file, 'R1 sqlite', resultsOf({ tries: 1, counts: counted`${1} kills`, problems: [] }))
  const other = resultsOf({ tries: 1, counts: counted`${1} stops`, problems: [] })
  await expect(addResults(file, 'R1 sqlite', other)).rejects.toThrow('"1 kills" and "1 stops" cannot be added up')
  await rm(folder, { recursive: true })
})
