import { relative } from 'node:path'
import type { SuiteReport, TestReport, TestRun } from '@colloquy/prove'

export interface TestedBot {
  /** File of the bot. */
  path: string
  report: SuiteReport
  /** File of each test by test id. */
  testPaths: ReadonlyMap<string, string>
}

type Failure = TestRun['failures'][number]

/** For people: one line per test, followed by what failed in it. */
export function testTable(bots: readonly TestedBot[]): string {
  const lines = bots.flatMap(({ path, report: { tests, coverage } }) => [
    `${path}  ${coverageLine(coverage)}`,
    ...tests.flatMap((test) => [
      `  ${test.status.padEnd(6)}  ${test.name}`,
      ...test.stale.map((gone) => `          ${gone} is gone`),
      ...failuresOf(test).map((text) => indented(text)),
    ]),
  ])
  const sum = (status: 'passed' | 'failed' | 'stale') =>
    bots.reduce((total, { report }) => total + report.counts[status], 0)
  return [...lines, '', `${sum('passed')} passed, ${sum('failed')} failed, ${sum('stale')} stale`].join('\n')
}

function coverageLine({ percent, percents: { blocks, edges, sides } }: SuiteReport['coverage']): string {
  return `${percent} % covered: blocks ${blocks} %, edges ${edges} %, sides of conditions ${sides} %`
}

/** JUnit XML: a suite per bot, a case per test. Stale tests are reported as skipped. */
export function junit(bots: readonly TestedBot[]): string {
  const suites = bots.map(({ path, report: { tests, counts }, testPaths }) => {
    const cases = tests.map((test) => {
      const open = `    <testcase classname="${xml(path)}" name="${xml(test.name)}" file="${xml(fromHere(testPaths.get(test.id) ?? path))}"`
      if (test.status === 'passed') return `${open}/>`
      const inner =
        test.status === 'stale'
          ? `<skipped message="${xml(`Gone: ${test.stale.join(', ')}`)}"/>`
          : `<failure message="${xml(firstLine(test))}">${xml(failuresOf(test).join('\n'))}</failure>`
      return `${open}>${inner}</testcase>`
    })
    const open = `  <testsuite name="${xml(path)}" tests="${tests.length}" failures="${counts.failed}" skipped="${counts.stale}">`
    return [open, ...cases, '  </testsuite>'].join('\n')
  })
  const sum = (count: (report: SuiteReport) => number) => bots.reduce((total, { report }) => total + count(report), 0)
  const totals = [
    `tests="${sum(({ tests }) => tests.length)}"`,
    `failures="${sum(({ counts }) => counts.failed)}"`,
    `skipped="${sum(({ counts }) => counts.stale)}"`,
  ]
  const open = `<testsuites ${totals.join(' ')}>`
  return ['<?xml version="1.0" encoding="UTF-8"?>', open, ...suites, '</testsuites>', ''].join('\n')
}

/** GitHub Actions workflow commands: an error for each failed test, a warning for each stale one. */
export function annotations(bots: readonly TestedBot[]): string[] {
  return bots.flatMap(({ path, report, testPaths }) =>
    report.tests.flatMap((test) => {
      if (test.status === 'passed') return []
      const command = test.status === 'failed' ? 'error' : 'warning'
      const text = test.status === 'failed' ? failuresOf(test).join('\n') : `Gone: ${test.stale.join(', ')}`
      const file = property(fromHere(testPaths.get(test.id) ?? path))
      return [`::${command} file=${file},title=${property(test.name)}::${escaped(text)}`]
    }),
  )
}

/** GitHub shows annotations at files of the repository, whose root is the current folder. */
const fromHere = (path: string) => relative('.', path)

function failuresOf({ runs }: TestReport): string[] {
  return runs.flatMap(({ row, failures }) => failures.map((failure) => sentence(failure, row)))
}

function firstLine(test: TestReport): string {
  return failuresOf(test)[0]?.split('\n')[0] ?? ''
}

function sentence({ step, message, expected, actual }: Failure, row: number | undefined): string {
  const location = [
    ...(row === undefined ? [] : [`row ${row + 1}`]),
    ...(step === undefined ? [] : [`step ${step + 1}`]),
  ]
  return [
    `${location.length > 0 ? `${location.join(', ')}: ` : ''}${message}`,
    ...(expected === undefined ? [] : [`expected: ${expected}`]),
    ...(actual === undefined ? [] : [`actual:   ${actual}`]),
  ].join('\n')
}

const indented = (text: string) => text.replace(/^/gm, '          ')

/** Escapes text for XML and removes the characters that XML does not allow. */
function xml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  return text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '').replace(/[&<>"]/g, (it) => entities[it] as string)
}

const escaped = (text: string) => text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A')
const property = (text: string) => escaped(text).replace(/:/g, '%3A').replace(/,/g, '%2C')
