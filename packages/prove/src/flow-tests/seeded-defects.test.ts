import type { TestFlow } from '@colloquy/blocks/testing'
import { documentOf } from '@colloquy/blocks/testing'
import { flowTestSchema, lintFlow } from '@colloquy/flow'
import { expect, test } from 'vitest'
import { type SeededDefect, seededDefects } from '../testing/seeded-defects.js'
import { openSuite, runTests } from './run-tests.js'
import { walk } from './walks.js'

const source = (flow: TestFlow) => ({ ...documentOf(flow), id: 'draft', botId: 'bot', workspaceId: 'w' })

/** True if the finder of a defect finds it in a flow. */
function isFound({ finder, test: rehearsed }: SeededDefect, flow: TestFlow): boolean {
  if ('lint' in finder) return lintFlow(documentOf(flow)).some(({ rule }) => rule === finder.lint)
  if ('test' in finder) {
    const replies = rehearsed?.replies ?? []
    const steps = [{}, ...replies.map((reply) => ({ reply }))]
    const last = steps.length - 1
    const given = steps.map((step, at) => (at === last ? { ...step, expect: rehearsed?.expect } : step))
    const test = flowTestSchema().parse({ name: 'Test', steps: given })
    return runTests({ draft: source(flow), tests: [{ id: 't', test }] }).tests[0]?.status !== 'passed'
  }
  const { compiledFlow, world } = openSuite({ draft: source(flow) })
  const report = walk(compiledFlow, world, { turns: 3000 })
  return 'visitor' in finder
    ? report.findings.some(({ kind }) => kind === finder.visitor)
    : report.unreached.includes(finder.unreached)
}

test('there are 40 defects of different kinds', () => {
  expect(new Set(seededDefects.map(({ name }) => name)).size).toBe(40)
})

test.each(seededDefects)('$name: the flow without it has no errors and stops no visitor', ({ good }) => {
  expect(lintFlow(documentOf(good)).filter(({ severity }) => severity === 'error')).toEqual([])
  const { compiledFlow, world } = openSuite({ draft: source(good) })
  expect(walk(compiledFlow, world, { turns: 3000 })).toMatchObject({ findings: [], unreached: [] })
})

test.each(seededDefects)('$name: found, and not in the flow without it', (defect) => {
  expect({ inGood: isFound(defect, defect.good), inBad: isFound(defect, defect.bad) }).toEqual({
    inGood: false,
    inBad: true,
  })
})
