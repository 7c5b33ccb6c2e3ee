/** The messages of the builder, and the English texts of definitions, the linter and the service that it shows. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { root } from '../root.mjs'

/** What is looked up by `t` and `rich`: `{ message, values, place }`; `values` are the names that the call gives, if it gives any. */
export function builderMessages(files) {
  const problems = []
  const messages = files.flatMap((file) => {
    const found = []
    const visit = (node) => {
      if (
        ts.isCallExpression(node) &&
        ts.isIdentifier(node.expression) &&
        ['t', 'rich'].includes(node.expression.text)
      ) {
        const [first, second] = node.arguments
        if (first && ts.isStringLiteralLike(first))
          found.push({ message: first.text, values: second && namesIn(second, file), location: locationOf(file, node) })
        else
          problems.push(
            `${locationOf(file, node)}: a message must be a literal. Use translated() for a text that comes from elsewhere.`,
          )
      }
      ts.forEachChild(node, visit)
    }
    visit(file)
    return found
  })
  return { messages, problems }
}

function namesIn(node, file) {
  if (!ts.isObjectLiteralExpression(node)) return undefined
  return node.properties.map(({ name }) => name?.getText(file).replace(/^['"]|['"]$/g, '') ?? '')
}

export const locationOf = (file, node) =>
  `${relative(root, file.fileName)}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`

/** Where texts are defined in English, and the properties that hold them there. */
const sources = [
  { folder: 'packages/flow/src', only: /^exits\.ts$/, properties: /^(label|help)$/ },
  { folder: 'packages/flow/src/result-fields', only: /^result-fields\.ts$/, properties: /^(label|all)$/ },
  { folder: 'packages/flow/src/blocks', properties: /^(label|description|help|placeholder|text|title|otherwise)$/ },
  { folder: 'packages/flow/src/integrations', properties: /^(label|description|help|placeholder|text|title)$/ },
  { folder: 'packages/flow/src/fields', properties: /^(label|description|help|placeholder|text|title)$/ },
  { folder: 'packages/flow/src', only: /^mapping-path\.ts$/, properties: /^message$/, everyText: true },
  { folder: 'packages/channels/src', properties: /^(label|description|help|placeholder|text)$/ },
  { folder: 'packages/flow/src/lint', properties: /^(message|title)$/, everyText: true },
  {
    folder: 'packages/prove/src/flow-tests',
    only: /^(expectations|record-test|rehearsal|run-test)\.ts$/,
    properties: /^message$/,
    everyText: true,
  },
  { folder: 'packages/prove/src/flow-tests', only: /^walk-(problems|search)\.ts$/, properties: /^message$/ },
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
      const file = ts.createSourceFile(
        name,
        readFileSync(join(root, folder, name), 'utf8'),
        ts.ScriptTarget.Latest,
        true,
      )
      const visit = (node) => {
        if (isLiteral(node)) {
          const text = textOf(node)
          const property =
            ts.isPropertyAssignment(node.parent) && node.parent.initializer === node && node.parent.name.getText(file)
          const isOwn =
            property && properties.test(property) && /\p{L}{2}/u.test(text) && !/^(#|\S*[:/@_])\S*$/.test(text)
          const isSaid =
            everyText &&
            property !== 'summary' &&
            /^[A-Z{].* .*[a-z.:]/.test(text) &&
            !ts.isImportDeclaration(node.parent)
          const isChoice =
            ts.isArrayLiteralExpression(node.parent) &&
            ts.isCallExpression(node.parent.parent) &&
            node.parent.parent.expression.getText(file) === 'choice'
          const list = ts.isArrayLiteralExpression(node.parent) && node.parent.parent
          const declared = list && (ts.isAsExpression(list) ? list.parent : list)
          const isSection = declared && ts.isVariableDeclaration(declared) && declared.name.getText(file) === 'sections'
          if (isOwn || isSaid || isSection) texts.add(text)
          if (isChoice && /^[A-Za-z][a-z]/.test(text)) texts.add(text.charAt(0).toUpperCase() + text.slice(1))
        }
        for (const name of variantsIn(node, file)) texts.add(name.charAt(0).toUpperCase() + name.slice(1))
        ts.forEachChild(node, visit)
      }
      visit(file)
    }
  }
  return [...texts].sort()
}

/** The names of variants, which a form offers as choices. */
const variantsIn = (node, file) =>
  ts.isPropertyAssignment(node) &&
  node.name.getText(file) === 'variants' &&
  ts.isObjectLiteralExpression(node.initializer)
    ? node.initializer.properties.flatMap(({ name }) => (name === undefined ? [] : [name.text]))
    : []

const isLiteral = (node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)
const escapeIcu = (text) => text.replace(/[{}<>]+/g, (it) => `'${it}'`)
const textOf = (node) =>
  ts.isTemplateExpression(node)
    ? escapeIcu(node.head.text) +
      node.templateSpans.map(({ literal }, i) => `{${i}}${escapeIcu(literal.text)}`).join('')
    : node.text
