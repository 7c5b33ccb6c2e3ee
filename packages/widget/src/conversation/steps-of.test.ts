import { expect, test } from 'vitest'
import { textMessage } from '../testing/scripted-service.js'
import { type Step, stepsOf } from './steps-of.js'
import type { ClientAction } from './wire.js'

const wait = (seconds: number, lastBubbleBlockId?: string): ClientAction => ({
  type: 'wait',
  wait: { secondsToWaitFor: seconds },
  ...(lastBubbleBlockId && { lastBubbleBlockId }),
})
const brief = (step: Step) =>
  step.kind === 'message'
    ? step.message.id
    : step.action.type === 'wait'
      ? step.action.wait.secondsToWaitFor
      : step.action.type

test('an action comes after the message that it names, one without before all', () => {
  const answer = {
    messages: [textMessage('a', 'A'), textMessage('b', 'B')],
    clientSideActions: [wait(1), wait(2, 'a'), wait(3, 'a'), wait(4, 'b')],
  }
  expect(stepsOf(answer).map(brief)).toEqual([1, 'a', 2, 3, 'b', 4])
})

test('an action that waits for a later message holds up those behind it', () => {
  const answer = {
    messages: [textMessage('a', 'A'), textMessage('b', 'B')],
    clientSideActions: [wait(1, 'b'), wait(2, 'a')],
  }
  expect(stepsOf(answer).map(brief)).toEqual(['a', 'b', 1, 2])
})

test('a text without a visible character is not shown, and its actions come in its place', () => {
  const answer = {
    messages: [
      textMessage('a', 'A'),
      textMessage('none', ''),
      textMessage('spaces', ' \n\u00a0'),
      textMessage('b', 'B'),
    ],
    clientSideActions: [wait(1, 'a'), wait(2, 'none'), wait(3, 'b')],
  }
  expect(stepsOf(answer).map(brief)).toEqual(['a', 1, 2, 'b', 3])
})

test('a message that is said twice has its actions after the first time', () => {
  const answer = { messages: [textMessage('a', 'A'), textMessage('a', 'A')], clientSideActions: [wait(1, 'a')] }
  expect(stepsOf(answer).map(brief)).toEqual(['a', 1, 'a'])
})

test('what the flow waits for comes last, also behind a message that is said twice', () => {
  const awaited = { ...wait(1, 'a'), expectsDedicatedReply: true }
  const answer = { messages: [textMessage('a', 'A'), textMessage('a', 'A')], clientSideActions: [awaited] }
  expect(stepsOf(answer).map(brief)).toEqual(['a', 'a', 1])
})
