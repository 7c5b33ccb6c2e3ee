import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { baselineOf } from './index.js'
import { compileReleased, type ReleasedFlow, releasedFolder, releasedWorld } from './testing/released.js'

const versions = readdirSync(releasedFolder)

test('conversations of version 0.1.0 are kept', () => {
  expect(versions).toContain('0.1.0')
  expect(readdirSync(new URL('0.1.0/', releasedFolder)).length).toBeGreaterThan(20)
})

describe.each(versions)('bots of version %s', (version) => {
  const folder = new URL(`${version}/`, releasedFolder)
  test.each(readdirSync(folder))('say what they said there: %s', (file) => {
    const { bot, conversations } = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as ReleasedFlow
    const flow = compileReleased(bot, file.replace('.json', ''))
    expect(conversations.length).toBeGreaterThan(0)
    for (const conversation of conversations) {
      const { turns, reason } = baselineOf(conversation, flow, releasedWorld)
      expect({ id: conversation.id, turns: turns.length, reason }).toEqual({
        id: conversation.id,
        turns: conversation.turns.length,
        reason: undefined,
      })
    }
  })
})

test('a conversation whose bot says something else is found', () => {
  const file = new URL('0.1.0/quiz-with-a-score.json', releasedFolder)
  const { bot, conversations } = JSON.parse(readFileSync(file, 'utf8')) as ReleasedFlow
  const other = JSON.parse(JSON.stringify(bot).replaceAll('"text":"', '"text":"Now: ')) as object
  expect(baselineOf(conversations[0]!, compileReleased(other, 'quiz-with-a-score'), releasedWorld).reason).toBe(
    'unrepeatable',
  )
})
