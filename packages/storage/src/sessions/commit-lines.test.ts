import { expect, test } from 'vitest'
import { commit } from '../testing/rows.js'
import { CommitLines } from './commit-lines.js'

const item = (workspaceId: string, characters: number) => {
  const one = commit(1)
  const turn = { ...one.turn, answer: 'x'.repeat(characters) }
  return { commit: { ...one, session: { ...one.session, workspaceId }, turn }, characters }
}

const batchesOf = (lines: CommitLines<ReturnType<typeof item>>) => {
  const batches: string[][] = []
  while (!lines.isEmpty)
    batches.push(lines.take().map(({ commit, characters }) => `${commit.session.workspaceId} ${characters}`))
  return batches
}

test('a short commit waits for no long one that came before it, and a workspace with one long commit for one of each other workspace', () => {
  const lines = new CommitLines<ReturnType<typeof item>>(70_000)
  for (let number = 0; number < 3; number++) lines.add(item('hog', 60_000))
  lines.add(item('other', 30_000))
  lines.add(item('other', 10))
  expect(batchesOf(lines)).toEqual([['other 10', 'hog 60000'], ['other 30000'], ['hog 60000'], ['hog 60000']])
})

test('a commit that is longer than a batch makes one by itself', () => {
  const lines = new CommitLines<ReturnType<typeof item>>(20_000)
  lines.add(item('a', 100_000))
  lines.add(item('b', 17_000))
  expect(batchesOf(lines)).toEqual([['a 100000'], ['b 17000']])
})
