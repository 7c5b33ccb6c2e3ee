/**
 * Names of controls in tests of the builder that it no longer shows: a test that looks for a renamed label waits for it in vain, minutes
 * later.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import ts from 'typescript'
import { root } from '../root.mjs'

/** Texts of the gallery of components are no messages. */
const aboutGallery = /^design\/(components|gallery-pictures)\.browser\.test\.ts$/
const folder = join(root, 'packages/builder/src')

/** The texts of all tests and of what they share, by path. */
export function sourcesOfTests() {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const paths = names.filter((name) => /\.test\.tsx?$|(^|\/)testing\/[^/]+\.ts$/.test(name) && !aboutGallery.test(name))
  return new Map(paths.map((name) => [join(folder, name), readFileSync(join(folder, name), 'utf8')]))
}

/**
 * Returns one line for each name that a test passes to `getByRole`, `getByLabel`, `getByPlaceholder` or `getByTitle` and that is part of no
 * message and of no other text in the same file, nor made of several. As Playwright does, it ignores the case, and accepts a part of a
 * longer name.
 */
export function unknownNames(sources, messages) {
  const whole = new Set(messages.map((message) => message.trim().toLowerCase()))
  const shown = [...whole].join('\n')
  const patterns = messages.flatMap((message) => patternOf(message) ?? [])
  const isShown = (name) => shown.includes(name.toLowerCase()) || patterns.some((pattern) => pattern.test(name))
  return [...sources].flatMap(([path, source]) => {
    const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
    const { names, others } = textsOf(file)
    const isWritten = (name) => others.some((other) => other.includes(name))
    const isPart = (words) => {
      const text = words.join(' ')
      return !/\p{L}/u.test(text) || whole.has(text.toLowerCase()) || isWritten(text)
    }
    const isMadeOfParts = (words) =>
      words.length === 0 || words.some((_, at) => isPart(words.slice(0, at + 1)) && isMadeOfParts(words.slice(at + 1)))
    return names
      .filter(({ text }) => !isShown(text) && !isWritten(text) && !isMadeOfParts(text.split(' ')))
      .map(({ text, node }) => {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
        return `${relative(root, path)}:${line + 1}: no message has the name "${text}". Name what the page shows, or match it with a pattern if it comes from elsewhere.`
      })
  })
}

/** The names in locators, and all other texts. */
function textsOf(file) {
  const names = []
  const others = []
  const visit = (node) => {
    if (isText(node)) (isName(node, file) ? names : others).push({ text: node.text, node })
    ts.forEachChild(node, visit)
  }
  visit(file)
  return { names, others: others.map(({ text }) => text) }
}

const isText = (node) =>
  ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)

function isName(node, file) {
  if (!ts.isStringLiteralLike(node)) return false
  const isOption = ts.isPropertyAssignment(node.parent) && node.parent.name.getText(file) === 'name'
  const call = isOption ? node.parent.parent.parent : node.parent
  if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return false
  const method = call.expression.name.text
  return isOption
    ? method === 'getByRole'
    : /^getBy(Label|Placeholder|Title)$/.test(method) && call.arguments[0] === node
}

/** Matches what a message with values becomes; undefined without values, or if it has hardly any text besides. */
function patternOf(message) {
  let letters = 0
  const partsOf = (nodes) => nodes.map(partOf).join('')
  const partOf = (node) => {
    if (node.type === TYPE.literal) {
      letters += node.value.replace(/\P{L}/gu, '').length
      return node.value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    }
    if (node.type === TYPE.tag) return partsOf(node.children)
    if (node.type === TYPE.plural || node.type === TYPE.select)
      return `(?:${Object.values(node.options)
        .map(({ value }) => partsOf(value))
        .join('|')})`
    return '.*'
  }
  if (!/[{<]/.test(message)) return undefined
  try {
    const pattern = new RegExp(`^${partsOf(parse(message))}$`, 'is')
    return letters >= 3 ? pattern : undefined
  } catch {
    return undefined
  }
}
