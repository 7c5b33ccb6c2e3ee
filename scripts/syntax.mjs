/** Syntax trees of TypeScript, for checks that read code. */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import ts from 'typescript'
import { root } from './root.mjs'

export const parse = (path, text = readFileSync(path, 'utf8')) =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)

/** Calls a function for a node and all nodes in it, a node before those in it. */
export function each(node, visit) {
  visit(node)
  ts.forEachChild(node, (child) => each(child, visit))
}

export const lineOf = (node) => {
  const file = node.getSourceFile()
  return file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
}

/** `packages/flow/src/flow.ts:12`. */
export const locationOf = (node) =>
  `${relative(root, node.getSourceFile().fileName).replaceAll('\\', '/')}:${lineOf(node)}`
