/**
 * The check of identifiers: finds private words of scripts/prose/identifiers.json in the names of declarations, and names what to write
 * instead. No linter that we use splits names into words.
 *
 * A rule is `{ word, use, example, passes, in?, fine?, except? }`: a regular expression, the suggestion, a name that it has to find and one
 * that it must not. It looks at the name itself and at its words in lower case with blanks between them: `maxBytes most bytes`. `in` is
 * a pattern of paths to which it is restricted; `fine` has names, and `except` patterns of paths, that may keep the word, with the reason.
 */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { root, sourcesAndTests } from './root.mjs'
import { each, lineOf, parse } from './syntax.mjs'

export const rules = JSON.parse(readFileSync(join(root, 'scripts/prose/identifiers.json'), 'utf8'))
const compiled = rules.map((rule) => ({
  ...rule,
  word: new RegExp(rule.word),
  in: rule.in === undefined ? undefined : new RegExp(`^(?:${rule.in})`),
  except: Object.keys(rule.except ?? {}).map((pattern) => new RegExp(`^(?:${pattern})`)),
}))

/** Returns `{ seen, problems }`: how many names were read, and `path:line: "name": use suggestion` for each finding. */
export function checkIdentifiers(paths = sourcesAndTests()) {
  let seen = 0
  const problems = paths.flatMap((path) => {
    const shown = relative(root, path).replaceAll('\\', '/')
    const { names, found } = findInNames(readFileSync(path, 'utf8'), shown)
    seen += names
    return found.map(({ line, name, use }) => `${shown}:${line}: "${name}": use ${use}`)
  })
  return { seen, problems }
}

/** Returns `{ names, found }`: how many names the source declares, and `{ line, name, use }` for each one with a private word. */
export function findInNames(text, path) {
  const here = compiled.filter((rule) => (rule.in?.test(path) ?? true) && !rule.except.some((it) => it.test(path)))
  const found = []
  let names = 0
  each(parse(path, text), (node) => {
    const { name } = node
    if (!isDeclaration(node) || !name || !(ts.isIdentifier(name) || ts.isPrivateIdentifier(name))) return
    names += 1
    const rule = ruleFor(name.text, here)
    if (rule) found.push({ line: lineOf(name), name: name.text, use: rule.use })
  })
  return { names, found }
}

/** Names that an import or export only passes on are checked where they are declared. */
const isDeclaration = (node) =>
  !ts.isPropertyAccessExpression(node) &&
  !ts.isImportSpecifier(node) &&
  !ts.isExportSpecifier(node) &&
  !ts.isJsxAttribute(node) &&
  !ts.isShorthandPropertyAssignment(node) &&
  !ts.isMetaProperty(node)

function ruleFor(identifier, here) {
  const name = identifier.replace(/^[#_]+/, '')
  const words = name.replace(/([a-z0-9])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])|_/g, '$1$2 ').toLowerCase()
  return here.find(({ word, fine }) => !Object.hasOwn(fine ?? {}, name) && (word.test(name) || word.test(words)))
}
