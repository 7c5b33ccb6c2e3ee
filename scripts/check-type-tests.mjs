/**
 * Finds code that asks for the type of a block outside of the block's own place: comparisons, `case` clauses, lists and tables with types
 * of blocks. No linter knows the types, which are read from the definitions. What differs between types belongs into their definitions (`packages/flow/src/blocks`, `packages/flow/src/integrations`).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { root } from './root.mjs'

/** Where a block is at home. */
const homes = /^packages\/(flow\/src\/(blocks|integrations)|blocks\/src\/(?!common\/)[^/]+)\//

/** Why a place outside may know types. */
const exceptions = new Map([
  ['packages/blocks/src/registry.ts', 'registers the runtimes by type, where the compiler asks for each'],
  [
    'packages/widget/src/conversation/prompt-of.ts',
    'names the prompts of older types in a browser without definitions',
  ],
  ['packages/flow/src/conversions/', 'reads older versions of files, whose types never change'],
])

/** Words that mean something else in most places (messages, events, icons, wires): they count only beside what is called the type of a block. */
const ambiguous = new Set('text image video audio embed cards start webhook qr-code openai'.split(' '))

/** Types of blocks, from their definitions. */
export function blockTypes() {
  return ['blocks', 'integrations'].flatMap((name) => {
    const folder = join(root, 'packages/flow/src', name)
    return readdirSync(folder)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) => {
        const text = readFileSync(join(folder, file), 'utf8')
        return /define(?:Block|Integration)\(/.test(text) ? (/^ {2}type: '([^']+)'/m.exec(text)?.[1] ?? []) : []
      })
  })
}

/** Returns `{ seen, problems }`: how many types there are, and one line for each problem. */
export function checkTypeTests(files, types = new Set(blockTypes())) {
  const used = new Set()
  const problems = files.flatMap((file) => {
    const path = relative(root, file).replaceAll('\\', '/')
    if (homes.test(path)) return []
    const found = typeTests(file, readFileSync(file, 'utf8'), types)
    const exception = [...exceptions.keys()].find((place) => path.startsWith(place))
    if (exception === undefined) return found.map(({ line, type }) => `${path}:${line}: tests for the type "${type}"`)
    if (found.length > 0) used.add(exception)
    return []
  })
  const idle = [...exceptions.keys()].filter((place) => !used.has(place))
  return {
    seen: types.size,
    problems: [...problems, ...idle.map((place) => `${place}: an exception that nothing needs`)],
  }
}

/** Tests for types in the text of a file. */
export function typeTests(file, text, types) {
  if (![...types].some((type) => text.includes(`'${type}'`) || text.includes(`${type}:`))) return []
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found = []
  const add = (node, type) => found.push({ line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, type })
  const typeIn = (node) => (ts.isStringLiteralLike(node) && types.has(node.text) ? node.text : undefined)
  const test = (literal, beside) => {
    const type = typeIn(literal)
    if (type !== undefined && (!ambiguous.has(type) || isTypeOfBlock(beside))) add(literal, type)
  }
  const visit = (node) => {
    if (ts.isBinaryExpression(node) && comparisons.has(node.operatorToken.kind)) {
      test(node.left, node.right)
      test(node.right, node.left)
    } else if (ts.isCaseClause(node)) test(node.expression, node.parent.parent.expression)
    else if (ts.isArrayLiteralExpression(node)) for (const element of node.elements) test(element)
    else if (ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node)) {
      if (ts.isStringLiteralLike(node.name)) test(node.name)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const isTypeOfBlock = (node) => node !== undefined && /(^|\W)block\w*\??\.type$|^blockType$/i.test(node.getText())

const comparisons = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
])
