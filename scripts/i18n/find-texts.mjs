/**
 * Finds texts of the builder that people read and that are not messages. Extractors such as FormatJS and Lingui find messages alone, and
 * rules against literals in JSX see no texts in variables, tables and templates.
 */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { root } from '../root.mjs'

const folder = join(root, 'packages/builder')
const exceptions = JSON.parse(readFileSync(new URL('not-text.json', import.meta.url), 'utf8'))
const notText = new Set(exceptions.strings)
const notTextFiles = new RegExp(`^(${exceptions.files.join('|')})`)
const silentCalls = new RegExp(`(^|[.])(${exceptions.calls.join('|')})$`)

/** Attributes and properties that never hold text. */
const silentNames = new Set(exceptions.properties)
/** What is called `name` outside of HTML is the name of somebody or something, and a variable called `words` is text. */
const isSilentName = (name, isVariable = false) =>
  name !== 'name' && !(isVariable && name === 'words') && silentNames.has(name)
/** Elements whose content is written for machines. */
const literalElements = new Set(['code', 'kbd', 'pre', 'samp', 'style', 'script'])

export function openProgram() {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic() {} }
  const config = ts.getParsedCommandLineOfConfigFile(join(folder, 'tsconfig.json'), {}, host)
  const program = ts.createProgram(config.fileNames, { ...config.options, noEmit: true })
  const files = program.getSourceFiles().filter(({ fileName }) => isRead(relative(join(folder, 'src'), fileName)))
  if (files.length < 100) throw new Error('The sources of the builder were not found.')
  return { checker: program.getTypeChecker(), files }
}

const isRead = (path) => !path.startsWith('..') && !path.startsWith('i18n/') && !notTextFiles.test(path)

/** Returns the nodes of a file that are texts, and calls that format dates and numbers in another language than the page's. */
export function findTexts(file, checker) {
  const found = []
  visit(file)
  return found

  function visit(node) {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return
    if (isMessageCall(node)) node.arguments.slice(1).forEach(visit)
    else if (ts.isJsxElement(node) && literalElements.has(node.openingElement.tagName.getText(file)))
      visit(node.openingElement)
    else if (ts.isJsxAttribute(node) && isSilentAttribute(node)) return
    else {
      if (isShown(node) || (isLiteral(node) && isText(node)) || isFormatting(node)) found.push(node)
      ts.forEachChild(node, visit)
    }
  }

  /** Text between tags, with or without braces. */
  function isShown(node) {
    const text = ts.isJsxText(node)
      ? node.text.replace(/&\w+;/g, '')
      : ts.isStringLiteral(node) && inBraces(node) && node.text
    return text !== false && hasLetters(text) && !notText.has(text.replace(/\s+/g, ' ').trim())
  }

  function inBraces({ parent }) {
    return ts.isJsxExpression(parent) && !ts.isJsxAttribute(parent.parent)
  }

  function isFormatting(node) {
    if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return false
    const callee = node.expression
    if (!ts.isPropertyAccessExpression(callee)) return false
    const isFormat =
      /^toLocale(Date|Time)?String$/.test(callee.name.text) ||
      (callee.expression.getText(file) === 'Intl' && ts.isNewExpression(node) && /Format$/.test(callee.name.text))
    const [first] = node.arguments ?? []
    return isFormat && (first === undefined || first.getText(file) === 'undefined')
  }

  /** The attribute `name` of an HTML element names a field for machines; that of a component is text. */
  function isSilentAttribute(attribute) {
    const name = attribute.name.getText(file)
    return name === 'name' ? /^[a-z]/.test(attribute.parent.parent.tagName.getText(file)) : silentNames.has(name)
  }

  /** Where a literal stands, it is never shown. */
  function isSilent(node) {
    let isOwn = true
    for (let at = node, { parent } = node; parent; at = parent, { parent } = parent) {
      if (ts.isObjectLiteralExpression(parent)) isOwn = false
      if (ts.isJsxAttribute(parent)) return isSilentAttribute(parent)
      if (ts.isPropertyAssignment(parent) && parent.initializer === at) {
        if (isOwn && isSilentName(parent.name.getText(file).replaceAll("'", ''))) return true
        continue
      }
      if (ts.isPropertyAssignment(parent) && parent.name === at) return true
      if (ts.isElementAccessExpression(parent) && parent.argumentExpression === at) return true
      if (ts.isLiteralTypeNode(parent) || ts.isCaseClause(parent) || ts.isComputedPropertyName(parent)) return true
      if (isOwn && ts.isVariableDeclaration(parent) && isSilentName(parent.name.getText(file), true)) return true
      if (ts.isBinaryExpression(parent) && /^[!=]==?$/.test(parent.operatorToken.getText(file))) return true
      if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return isSilentArgument(at, parent)
      if (ts.isJsxExpression(parent) && inBraces(at)) return false
      if (ts.isFunctionLike(parent) || ts.isStatement(parent)) return ts.isThrowStatement(parent)
    }
    return false
  }

  function isSilentArgument(node, call) {
    const callee = call.expression.getText(file)
    if (silentCalls.test(callee)) return true
    const isCommand = /(editing\.run|\bput|^action|^pageTo|^listPlace|^off)$/.test(callee)
    return isCommand && node !== call.arguments?.[callee === 'pageTo' || callee === 'action' ? 1 : 0]
  }

  function isText(node) {
    const text = textOf(node)
    if (!hasLetters(text) || isOfKeys.test(text) || notText.has(text) || isSilent(node)) return false
    const type = checker.getContextualType(node)
    if (type && !accepts(type)) return false
    if (hasWords(text) && /^[^a-zA-Z]*[A-Z]/.test(text))
      return !/^[A-Z][a-z]+[A-Z]|^[^a-z]+$|:\/\//.test(text.trim()) || /\s/.test(text.trim())
    if (looksTechnical(text)) return false
    return isChildOfElement(node) || /[a-z]{2,} |[“”…]| [a-z]{2,}/.test(text)
  }

  function isChildOfElement({ parent }) {
    let at = parent
    while (ts.isConditionalExpression(at) || ts.isParenthesizedExpression(at) || isAlternative(at)) at = at.parent
    return ts.isJsxExpression(at) && !ts.isJsxAttribute(at.parent)
  }

  function isAlternative(node) {
    return ts.isBinaryExpression(node) && /[&|?]/.test(node.operatorToken.getText(file))
  }
}

const isMessageCall = (node) =>
  ts.isCallExpression(node) && ts.isIdentifier(node.expression) && /^(t|rich|translated)$/.test(node.expression.text)

/** Whether any string fits there, and not certain ones alone. */
function accepts(type) {
  const { TypeFlags } = ts
  const any = TypeFlags.String | TypeFlags.Any | TypeFlags.Unknown | TypeFlags.TypeParameter
  const parts = type.isUnion() ? type.types : [type]
  return parts.some(({ flags }) => flags & any)
}

/** Keys of a keyboard: `Alt A, D`. */
const isOfKeys = /^((mod|Alt|Shift) )+[A-Z](, [A-Z])*$/

/** Styles, selectors, and names of classes. */
const looksTechnical = (text) =>
  /[{};=<>#[\]]|\d(px|deg|%)|^\(|^[.&]|var\(|translate|^(button|tag)( [a-z-]+)+$/.test(text.replaceAll('{}', ''))

export const isLiteral = (node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)
const textOf = (node) =>
  ts.isTemplateExpression(node)
    ? node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('')
    : node.text
const hasLetters = (text) => /\p{L}/u.test(text)
const hasWords = (text) => /\p{L}{2}|\b[Aa]\b/u.test(text)
