import { expect, test } from 'vitest'
import { commit } from '../testing/rows.js'
import { CommitLines } from './commit-lines.js'

const item = (workspaceId: string, characters: number) => {
  const one = commit(1)
  const turn = { ...one.turn, answer: 'x'.repeat(characters) }
  return { commit: { ...one, session: { ...one.session, workspaceId }, turn }, characters }
}

type Lines = CommitLines<ReturnType<typeof item>>

const named = (batch: ReturnType<Lines['takeLong']>) =>
  batch.map(({ commit, characters }) => `${commit.session.workspaceId} ${characters}`)

function longBatches(lines: Lines): string[][] {
  const batches: string[][] = []
  while (lines.hasLong) batches.push(named(lines.takeLong()))
  return batches
}

test('a workspace with one long commit waits for one of each other workspace, and a short commit for none', () => {
  const lines: Lines = new CommitLines(70_000)
  for (let number = 0; number < 3; number++) lines.add(item('hog', 60_000))
  lines.add(item('other', 30_000))
  lines.add(item('other', 10))
  expect(named(lines.takeShort())).toEqual(['other 10'])
  expect(lines.hasShort).toBe(false)
  expect(longBatches(lines)).toEqual([['hog 60000'], ['other 30000'], ['hog 60000'], ['hog 60000']])
})

test('a batch takes as many long commits as fit', () => {
  const lines: Lines = new CommitLines(70_000)
  for (const characters of [20_000, 30_000, 40_000]) lines.add(item('a', characters))
  expect(longBatches(lines)).toEqual([['a 20000', 'a 30000'], ['a 40000']])
})

test('a commit that is longer than a batch makes one by itself', () => {
  const lines: Lines = new CommitLines(20_000)
  lines.add(item('a', 100_000))
  lines.add(item('b', 17_000))
  expect(longBatches(lines)).toEqual([['a 100000'], ['b 17000']])
})
