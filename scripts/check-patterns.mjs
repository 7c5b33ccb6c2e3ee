/** Checks that every regular expression of the sources takes time in proportion to the text. `recheck` decides it; no linter of ours has a rule that asks it. */
import pMap from 'p-map'
import { check } from 'recheck'
import ts from 'typescript'
import { each, locationOf, parse } from './syntax.mjs'

/** Milliseconds for one expression. What cannot be shown within them fails, too: write it simpler. */
const timeout = 30_000
/** Attacks are judged by their steps: how long they take depends on what else the machine does. */
const limits = { timeout, attackTimeout: null, incubationTimeout: null }

/** Resolves to `{ seen, problems }`: how many different ones there are, and a line for each that is not linear. */
export async function checkPatterns(files) {
  const found = new Map(files.flatMap(literalsOf))
  const problems = await pMap(found, problemsOf, { concurrency: 4 })
  return { seen: found.size, problems: problems.flat() }
}

async function problemsOf([literal, location]) {
  const end = literal.lastIndexOf('/')
  const { status, complexity } = await check(literal.slice(1, end), literal.slice(end + 1), limits)
  return status === 'safe' ? [] : [`${location}: ${literal} is not linear: ${complexity?.summary ?? 'not decided'}`]
}

/** Pairs of an expression as it is written and where it is. */
function literalsOf(file) {
  const found = []
  each(parse(file), (node) => {
    if (ts.isRegularExpressionLiteral(node)) found.push([node.text, locationOf(node)])
  })
  return found
}
