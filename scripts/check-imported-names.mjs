/** Checks the names that JavaScript files import from files of this project. No compiler reads them, so that a rename there goes unnoticed. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { folderOf, root } from './root.mjs'

/**
 * Looks up what these files import from others of this project, by `import` or `await import()`. Returns `{ names, problems }`: how many
 * names were seen, and a line for each that does not exist.
 */
export function checkImportedNames(files) {
  const imports = files.flatMap((file) => importsOf(file, readFileSync(file, 'utf8')).map((it) => ({ ...it, file })))
  const problems = imports.flatMap(({ file, line, from, names }) => {
    const place = `${relative(root, file)}:${line}`
    if (from === undefined) return [`${place}: name the imported file as a literal, so that its names can be checked`]
    const source = sourceOf(file, from)
    if (source === undefined) return []
    const known = exportsOf(source)
    if (known === undefined) return [`${place}: there is no ${relative(root, source)}`]
    return names
      .filter((name) => !known.has(name))
      .map((name) => `${place}: ${relative(root, source)} does not export ${name}`)
  })
  return { names: imports.flatMap(({ names }) => names).length, problems }
}

/**
 * The imports of a text: `{ line, from, names }`. `from` is undefined where the address of a file with a literal name is computed.
 */
export function importsOf(file, text) {
  const source = parse(file, text)
  const found = []
  const note = (node, from, names) =>
    found.push({ line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1, from, names })
  const visit = (node) => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier)
      note(node, node.moduleSpecifier.text, namesOf(node))
    const [address] = isImportCall(node) ? node.arguments : []
    if (address && ts.isStringLiteralLike(address)) note(node, address.text, namesTakenFrom(node))
    else if (address && /\.[mc]?[jt]s'/.test(address.getText(source))) note(node, undefined, [])
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const isImportCall = (node) => ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword

function namesOf(node) {
  if (ts.isExportDeclaration(node)) return elementsOf(node.exportClause)
  const { name, namedBindings } = node.importClause ?? {}
  return [...(name ? ['default'] : []), ...elementsOf(namedBindings)]
}

const elementsOf = (list) => (list?.elements ?? []).map(({ propertyName, name }) => (propertyName ?? name).text)

/** The names of `const { one, two: other } = await import(…)`. */
function namesTakenFrom(call) {
  const { parent } = call.parent
  if (!ts.isAwaitExpression(call.parent) || !ts.isVariableDeclaration(parent)) return []
  return ts.isObjectBindingPattern(parent.name) ? elementsOf(parent.name) : []
}

/** The source behind an address; undefined for what is not of this project. */
function sourceOf(file, address) {
  const own = /^@colloquy\/([\w-]+)(\/.*)?$/.exec(address)
  if (own) return sourceOfPackage(own[1], `.${own[2] ?? ''}`)
  if (!address.startsWith('.')) return undefined
  const path = resolve(dirname(file), address).replace(/\/dist\//, '/src/')
  return existsSync(path) ? path : path.replace(/\.js$/, '.ts')
}

function sourceOfPackage(name, entry) {
  const folder = folderOf(name)
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, exports[entry]?.types ?? `${entry} in its exports`)
}

const known = new Map()

/** The names that a file exports; undefined if it does not exist. */
function exportsOf(file) {
  if (!existsSync(file)) return undefined
  if (!known.has(file)) {
    known.set(file, new Set())
    known.set(file, new Set(parse(file, readFileSync(file, 'utf8')).statements.flatMap((it) => exportedBy(it, file))))
  }
  return known.get(file)
}

function exportedBy(statement, file) {
  if (ts.isExportAssignment(statement)) return ['default']
  if (ts.isExportDeclaration(statement)) {
    const { exportClause, moduleSpecifier } = statement
    if (exportClause === undefined) return [...(exportsOf(sourceOf(file, moduleSpecifier.text) ?? '') ?? [])]
    return ts.isNamespaceExport(exportClause)
      ? [exportClause.name.text]
      : exportClause.elements.map(({ name }) => name.text)
  }
  const words = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []).map(({ kind }) => kind) : []
  if (!words.includes(ts.SyntaxKind.ExportKeyword)) return []
  if (words.includes(ts.SyntaxKind.DefaultKeyword)) return ['default']
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => boundBy(name))
  return [statement.name.text]
}

const boundBy = (name) =>
  ts.isIdentifier(name) ? [name.text] : name.elements.flatMap((element) => boundBy(element.name))

const parse = (file, text) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
