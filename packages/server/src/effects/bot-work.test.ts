import { expect, test } from 'vitest'
import { BotWork } from './bot-work.js'

test('work of a session that is stopped may begin nothing more, and says so', () => {
  const botWork = new BotWork()
  const work = botWork.begin(['a', 'b'])
  const other = botWork.begin(['c'])
  expect(work.mayBegin()).toBe(true)
  botWork.stop('b')
  expect(work).toMatchObject({ aborted: true, isCutShort: false })
  expect(work.mayBegin()).toBe(false)
  expect(work.isCutShort).toBe(true)
  expect(other.mayBegin()).toBe(true)
})

test('work that began before a stop and is entered after it may begin nothing', () => {
  const botWork = new BotWork()
  const since = performance.now()
  botWork.stop('a')
  expect(botWork.begin(['a'], since).mayBegin()).toBe(false)
  expect(botWork.begin(['a']).mayBegin()).toBe(true)
})

test('work that has ended leaves nothing behind', () => {
  const botWork = new BotWork()
  const work = botWork.begin(['a'])
  botWork.end(['a'], work)
  expect(botWork.sessionIds).toEqual([])
  botWork.stop('a')
  expect(work.aborted).toBe(false)
})
