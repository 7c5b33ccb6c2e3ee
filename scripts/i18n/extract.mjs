/** The messages of the builder, and the English texts of definitions, the linter and the service that it shows. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from '../root.mjs'
import { each, locationOf, parse } from '../syntax.mjs'
import { isLiteral } from './find-texts.mjs'

/** What is looked up by `t` and `rich`: `{ message, values, place }`; `values` are the names that the call gives, if it gives any. */
export function builderMessages(files) {
  const messages = []
  const problems = []
  const read = (node) => {
    if (!ts.isCallExpression(node) || !/^(t|rich)$/.test(node.expression.getText())) return
    const [first, second] = node.arguments
    const location = locationOf(node)
    if (first && ts.isStringLiteralLike(first))
      messages.push({ message: first.text, values: second && namesIn(second), location })
    else
      problems.push(`${location}: a message must be a literal. Use translated() for a text that comes from elsewhere.`)
  }
  for (const file of files) each(file, read)
  return { messages, problems }
}

function namesIn(node) {
  if (!ts.isObjectLiteralExpression(node)) return undefined
  return node.properties.map(({ name }) => name?.getText().replace(/^['"]|['"]$/g, '') ?? '')
}

const shown = /^(label|description|help|placeholder|text|title)$/
const inFlowTests = /^(expectations|record-test|rehearsal|run-test|walk-problems|walk-search)\.ts$/

/** Where texts are defined in English, and the properties that hold them there. With `everyText`, other strings do, too. */
const sources = [
  { folder: 'packages/flow/src', only: /^(exits|exit-helps|integrations\/.*|fields\/.*)\.ts$/, properties: shown },
  { folder: 'packages/flow/src/result-fields', only: /^result-fields\.ts$/, properties: /^(label|all)$/ },
  { folder: 'packages/flow/src/blocks', properties: /^(label|description|help|placeholder|text|title|otherwise)$/ },
  { folder: 'packages/flow/src', only: /^mapping-path\.ts$/, properties: /^message$/, everyText: true },
  { folder: 'packages/flow/src/lint', properties: /^(message|title)$/, everyText: true },
  { folder: 'packages/channels/src', properties: shown },
  { folder: 'packages/prove/src/flow-tests', only: inFlowTests, properties: /^message$/, everyText: true },
  { folder: 'packages/server/src/releases', only: /^publish-gate\.ts$/, properties: /^message$/, everyText: true },
  { folder: 'packages/templates/src/templates', properties: /^(name|hint)$/ },
  { folder: 'packages/builder/src/commands', only: /^command\.ts$/, properties: /^$/ },
  { folder: 'packages/builder/src/catalogue', only: /^block-catalogue\.ts$/, properties: /^$/ },
  { folder: 'packages/api/src', only: /^errors\.ts$/, properties: /^message$/ },
]

/** English texts outside of messages. Values of templates are numbered: `The action "{0}" does nothing`. */
export function definedTexts() {
  const texts = new Set()
  for (const { folder, only = /\.ts$/, properties, everyText = false } of sources) {
    const names = readdirSync(join(root, folder), { recursive: true }).filter(
      (name) => only.test(name) && !/\.test\.|testing/.test(name),
    )
    if (names.length === 0) throw new Error(`There are no texts in ${folder}.`)
    for (const name of names) {
      each(parse(join(root, folder, name)), (node) => {
        for (const text of textsAt(node, properties, everyText)) texts.add(text)
      })
    }
  }
  return [...texts].sort()
}

/** The texts that a node is or names: a literal that is shown, or variants and choices, which a form offers with a capital letter. */
function textsAt(node, properties, everyText) {
  const { parent } = node
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'variants')
    return (node.initializer.properties ?? []).flatMap(({ name }) =>
      name === undefined ? [] : [capitalized(name.text)],
    )
  if (!isLiteral(node)) return []
  const text = textOf(node)
  const property = ts.isPropertyAssignment(parent) && parent.initializer === node && parent.name.getText()
  const isOwn = property && properties.test(property) && /\p{L}{2}/u.test(text) && !/^(#|\S*[:/@_])\S*$/.test(text)
  const isSaid =
    everyText && property !== 'summary' && /^[A-Z{].* .*[a-z.:]/.test(text) && !ts.isImportDeclaration(parent)
  const list = ts.isArrayLiteralExpression(parent) && parent.parent
  const declared = list && ts.isAsExpression(list) ? list.parent : list
  const isSection = declared && ts.isVariableDeclaration(declared) && declared.name.getText() === 'sections'
  if (isOwn || isSaid || isSection) return [text]
  const isChoice = list && ts.isCallExpression(list) && list.expression.getText() === 'choice'
  return isChoice && /^[A-Za-z][a-z]/.test(text) ? [capitalized(text)] : []
}

const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1)
const escapeIcu = (text) => text.replace(/[{}<>]+/g, (it) => `'${it}'`)
const textOf = (node) =>
  ts.isTemplateExpression(node)
    ? escapeIcu(node.head.text) +
      node.templateSpans.map(({ literal }, i) => `{${i}}${escapeIcu(literal.text)}`).join('')
    : node.text
