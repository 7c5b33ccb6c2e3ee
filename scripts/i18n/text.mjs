/** What in the builder is text that people read, and how it is written as messages. Used by the codemod and by the check. */
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { root } from '../root.mjs'

const folder = join(root, 'packages/builder')
export const runtime = join(folder, 'src/i18n/i18n.ts')
const exceptions = JSON.parse(readFileSync(new URL('not-text.json', import.meta.url), 'utf8'))
const notText = new Set(exceptions.strings)
const notTextFiles = new RegExp(`^(${exceptions.files.join('|')})`)

/** Attributes and properties that never hold text. */
const silentNames = new Set(exceptions.properties)
/** What is called `name` outside of HTML is the name of somebody or something, and a variable called `words` is text. */
const isSilentName = (name, isVariable = false) =>
  name !== 'name' && !(isVariable && name === 'words') && silentNames.has(name)
/** The attribute `name` of an HTML element names a field for machines; that of a component is text. */
const isSilentAttribute = (attribute, file) => {
  const name = attribute.name.getText(file)
  return name === 'name' ? /^[a-z]/.test(attribute.parent.parent.tagName.getText(file)) : silentNames.has(name)
}
/** Elements whose content is written for machines. */
const literalElements = new Set(['code', 'kbd', 'pre', 'samp', 'style', 'script'])
/** Elements that belong to the sentence in which they stand. */
const inlineElements = new Set(['a', 'b', 'strong', 'em', 'i', 'code', 'kbd', 'mark', 'time', 'Link', 'DocsLink'])

export function openProgram() {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic() {} }
  const config = ts.getParsedCommandLineOfConfigFile(join(folder, 'tsconfig.json'), {}, host)
  const program = ts.createProgram(config.fileNames, { ...config.options, noEmit: true })
  const files = program.getSourceFiles().filter(({ fileName }) => isRead(relative(join(folder, 'src'), fileName)))
  if (files.length < 100) throw new Error('The sources of the builder were not found.')
  return { program, checker: program.getTypeChecker(), files }
}

const isRead = (path) => !path.startsWith('..') && !path.startsWith('i18n/') && !notTextFiles.test(path)

/** The text of a file with its texts as messages, and the texts that were none before. */
export function convert(file, checker) {
  const found = []
  const used = new Set()
  const source = file.text

  /** The source of a node with its texts as messages. */
  function emit(node) {
    const own = emitOwn(node)
    if (own !== undefined) return own
    let out = ''
    let at = node.pos
    ts.forEachChild(node, (child) => {
      out += source.slice(at, child.pos) + emit(child)
      at = child.end
    })
    return out + source.slice(at, node.end)
  }
  const lead = (node) => source.slice(node.pos, node.getStart(file))
  const bare = (node) => emit(node).slice(lead(node).length)

  function emitOwn(node) {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node))
      return source.slice(node.pos, node.end)
    if (isMessageCall(node)) return emitCall(node)
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) return emitElement(node)
    if (ts.isJsxAttribute(node)) return emitAttribute(node)
    if (isLiteral(node) && isText(node)) return lead(node) + message(node)
    if (isFormatting(node)) return emitFormatting(node)
    if (isCounted(node)) {
      found.push(node)
      return lead(node) + templateOf([{ kind: 'value', node }])
    }
    return undefined
  }

  /** Dates and numbers in the language of the browser, which may be another than the page's. */
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

  function emitFormatting(node) {
    found.push(node)
    used.add('locale')
    const rest = node.arguments.slice(1).map((one) => emit(one))
    return `${ts.isNewExpression(node) ? bare(node.expression) : emit(node.expression)}(${['locale', ...rest].join(', ')})`.replace(
      /^/,
      ts.isNewExpression(node) ? `${lead(node)}new ` : '',
    )
  }

  /** Of a message only the values can hold further text. */
  function emitCall(node) {
    const [first, ...values] = node.arguments
    if (!first) return source.slice(node.pos, node.end)
    let out = source.slice(node.pos, first.end)
    let at = first.end
    for (const value of values) {
      out += source.slice(at, value.pos) + emit(value)
      at = value.end
    }
    return out + source.slice(at, node.end)
  }

  function emitAttribute(node) {
    const { initializer } = node
    if (!initializer || isSilentAttribute(node, file)) return source.slice(node.pos, node.end)
    if (ts.isStringLiteral(initializer))
      return isText(initializer)
        ? `${source.slice(node.pos, initializer.getStart(file))}{${message(initializer)}}`
        : source.slice(node.pos, node.end)
    return undefined
  }

  function emitElement(node) {
    const [opening, closing] = ts.isJsxElement(node)
      ? [node.openingElement, node.closingElement]
      : [node.openingFragment, node.closingFragment]
    const name = nameOfElement(node)
    if (ts.isJsxFragment(node)) {
      // A fragment around one message is none.
      const only = /^\{((?:t|rich)\([\s\S]*\))\}$/.exec(emitChildren(node.children))
      const isOne = only && itemsAreOneRun(node.children)
      if (isOne)
        return `${lead(node)}${ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent) ? `{${only[1]}}` : only[1]}`
    }
    const start = emit(opening)
    if (literalElements.has(name)) return start + source.slice(opening.end, node.end)
    return start + emitChildren(node.children) + source.slice(closing.pos, node.end)
  }

  function emitChildren(children) {
    const items = children.map(itemOf)
    if (!items.some((item) => item.kind === 'text' && hasLetters(item.text)))
      return children.map((child) => emit(child)).join('')
    const texts = items.flatMap((item, i) => (item.kind === 'text' && hasWords(item.text) ? [i] : []))
    const belongs = items.map((item, i) => {
      if (item.kind === 'text') return true
      if (item.kind === 'empty') return true
      const isBetween = texts.some((at) => at < i) && texts.some((at) => at > i)
      if (item.kind === 'value') return item.isShort || isBetween
      const isBeside = [-1, 1].some((step) => {
        let at = i + step
        while (items[at] && (items[at].kind === 'empty' || items[at].text?.trim() === '')) at += step
        return items[at]?.kind === 'text' && hasWords(items[at].text)
      })
      const beside = isBeside && inlineElements.has(nameOfElement(item.node))
      return beside || (isBetween && !ts.isJsxSelfClosingElement(item.node) && !isBlock(item.node))
    })
    let out = ''
    for (let i = 0; i < items.length; ) {
      if (!belongs[i]) {
        out += emit(children[i])
        i += 1
        continue
      }
      let end = i
      while (end < items.length && belongs[end]) end += 1
      out += emitRun(items.slice(i, end), children.slice(i, end))
      i = end
    }
    return out
  }

  const itemsAreOneRun = (children) => {
    const items = children.map(itemOf).filter(({ kind }) => kind !== 'empty')
    return items.some(({ kind, text }) => kind === 'text' && hasWords(text))
  }

  function emitRun(items, children) {
    const words = items.some((item) => item.kind === 'text' && hasLetters(item.text) && !notText.has(item.text.trim()))
    if (!words) return children.map((child) => emit(child)).join('')
    const full = items.filter(({ kind }) => kind !== 'empty')
    return emitWords(full, children)
  }

  function emitWords(items) {
    const first = items[0].kind === 'text' ? /^\s*/.exec(items[0].text)[0] : ''
    const lastItem = items.at(-1)
    const last = lastItem.kind === 'text' ? /\s*$/.exec(lastItem.text)[0] : ''
    const parts = items.map((item) => ({ ...item }))
    if (parts[0].kind === 'text') parts[0].text = parts[0].text.trimStart()
    if (parts.at(-1).kind === 'text') parts.at(-1).text = parts.at(-1).text.trimEnd()
    found.push(items[0].node)
    const body = templateOf(parts)
    // A space at a border is kept; line breaks there mean nothing to JSX.
    return `${edge(first)}{${body}}${edge(last)}`
  }

  const edge = (space) => (space === '' ? '' : "{' '}")

  function itemOf(node) {
    if (ts.isJsxText(node)) {
      const text = cleanJsxText(node.text)
      return text === '' ? { kind: 'empty', node } : { kind: 'text', text, node }
    }
    if (ts.isJsxExpression(node)) {
      const { expression } = node
      if (!expression) return { kind: 'empty', node }
      if (ts.isStringLiteral(expression) && !isSilent(expression)) return { kind: 'text', text: expression.text, node }
      return { kind: 'value', node: expression, isShort: isPlainValue(expression) }
    }
    return { kind: 'element', node }
  }

  /** A literal or template as a call of `t`. */
  function message(node) {
    found.push(node)
    if (!ts.isTemplateExpression(node)) {
      used.add('t')
      return `t(${quoted(node.text)})`
    }
    const parts = [{ kind: 'text', text: node.head.text }]
    for (const span of node.templateSpans) {
      parts.push({ kind: 'value', node: span.expression, isShort: true })
      parts.push({ kind: 'text', text: span.literal.text })
    }
    return templateOf(parts.filter(({ kind, text }) => kind !== 'text' || text !== ''))
  }

  /** Texts and values in their order as a call of `t`, or of `rich` where elements are among them. */
  function templateOf(parts) {
    const choice = parts.findIndex((part) => part.node && part.kind !== 'element' && isChoiceOfText(part.node))
    if (choice >= 0 && parts.length > 1) {
      const { condition, whenTrue, whenFalse } = unwrapped(parts[choice].node)
      const withBranch = (branch) => {
        const inner = ts.isTemplateExpression(branch)
          ? [
              { kind: 'text', text: branch.head.text },
              ...branch.templateSpans.flatMap((span) => [
                { kind: 'value', node: span.expression, isShort: true },
                { kind: 'text', text: span.literal.text },
              ]),
            ]
          : [{ kind: 'text', text: branch.text }]
        return templateOf(
          parts.toSpliced(choice, 1, ...inner.filter(({ kind, text }) => kind !== 'text' || text !== '')),
        )
      }
      return `${bare(condition)} ? ${withBranch(whenTrue)} : ${withBranch(whenFalse)}`
    }
    if (parts.length === 0) return "''"
    const values = []
    const names = new Map()
    let isRich = false
    const nameFor = (wanted, code) => {
      let name = wanted
      for (let n = 2; names.has(name) && names.get(name) !== code; n += 1) name = `${wanted}${n}`
      if (!names.has(name)) {
        names.set(name, code)
        values.push(name === code ? name : `${name}: ${code}`)
      }
      return name
    }
    const hasValues = parts.some((part) => part.kind !== 'text')
    let text = ''
    for (const part of parts) {
      if (part.kind === 'text') text += hasValues ? escapeIcu(part.text) : part.text
      else if (part.kind === 'element') {
        isRich = true
        const inner = contentOf(part.node)
        const tag = nameOfElement(part.node).toLowerCase().replaceAll('.', '')
        if (inner === undefined) text += `{${nameFor(tag, bare(part.node))}}`
        else {
          const code = `(content) => ${bare(openingOf(part.node))}{content}${source.slice(part.node.closingElement.getStart(file), part.node.end)}`
          text += (() => {
            const name = nameFor(tag, code)
            let nested = ''
            for (const one of inner) nested += one.kind === 'text' ? escapeIcu(one.text) : valueText(one.node)
            return `<${name}>${nested}</${name}>`
          })()
        }
      } else text += valueText(part.node)
    }
    used.add(isRich ? 'rich' : 't')
    const call = isRich ? 'rich' : 't'
    return values.length === 0 ? `${call}(${quoted(text)})` : `${call}(${quoted(text)}, { ${values.join(', ')} })`

    function valueText(expression) {
      const inner = unwrapped(expression)
      if (isCounted(inner)) {
        const [count, what] = inner.arguments
        const name = nameFor(nameOfValue(count), bare(count))
        return `{${name}, plural, one {# ${what.text}} other {# ${what.text}s}}`
      }
      if (!isPlainValue(expression)) isRich = true
      return `{${nameFor(nameOfValue(inner), bare(expression))}}`
    }
  }

  /** What is inside of an inline element, when that is text and plain values alone. */
  function contentOf(node) {
    if (!ts.isJsxElement(node) || literalElements.has(nameOfElement(node))) return undefined
    const items = node.children.map(itemOf).filter(({ kind }) => kind !== 'empty')
    const isPlain = items.every(({ kind, isShort }) => kind === 'text' || (kind === 'value' && isShort))
    return isPlain && items.some(({ kind, text }) => kind === 'text' && hasLetters(text)) ? items : undefined
  }

  const openingOf = (node) => node.openingElement

  function nameOfElement(node) {
    if (ts.isJsxElement(node)) return node.openingElement.tagName.getText(file)
    return ts.isJsxSelfClosingElement(node) ? node.tagName.getText(file) : ''
  }

  const isBlock = (node) =>
    /^(p|div|section|ul|ol|li|table|h[1-6]|dl|dt|dd|button|label|form|Part|Menu|Icon)$/.test(nameOfElement(node)) ||
    (ts.isJsxElement(node) &&
      /className="(visually-hidden|grow|soft|faint)/.test(node.openingElement.getText(file)) &&
      nameOfElement(node) !== 'a')

  function nameOfValue(expression) {
    const node = unwrapped(expression)
    if (ts.isIdentifier(node)) return node.text
    if (ts.isPropertyAccessExpression(node)) {
      const { text } = node.name
      return text === 'length' || text === 'size' ? 'count' : text
    }
    if (ts.isCallExpression(node)) {
      const { expression: callee } = node
      if (ts.isPropertyAccessExpression(callee) && /^(to|trim|join|at|slice)/.test(callee.name.text))
        return nameOfValue(callee.expression)
      if (ts.isIdentifier(callee)) return callee.text.replace(/Of$/, '') || 'value'
      if (ts.isPropertyAccessExpression(callee)) return callee.name.text
    }
    if (ts.isBinaryExpression(node)) return nameOfValue(node.left)
    if (ts.isNonNullExpression(node)) return nameOfValue(node.expression)
    if (ts.isElementAccessExpression(node)) return nameOfValue(node.expression)
    return 'value'
  }

  const isCounted = (node) =>
    ts.isCallExpression(node) &&
    node.expression.getText(file) === 'counted' &&
    node.arguments.length === 2 &&
    ts.isStringLiteral(node.arguments[1])

  /** A choice between two literals, of which at least one is text. */
  function isChoiceOfText(expression) {
    const node = unwrapped(expression)
    if (!ts.isConditionalExpression(node)) return false
    const branches = [node.whenTrue, node.whenFalse].map(unwrapped)
    return branches.every(isLiteral) && branches.some((it) => hasLetters(textOf(it)))
  }

  function isPlainValue(expression) {
    const type = checker.getTypeAtLocation(expression)
    const parts = type.isUnion() ? type.types : [type]
    const plain = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike
    return (
      parts.every(({ flags }) => flags & (plain | ts.TypeFlags.Undefined | ts.TypeFlags.Null)) &&
      parts.some(({ flags }) => flags & plain)
    )
  }

  function isMessageCall(node) {
    return (
      ts.isCallExpression(node) &&
      ts.isIdentifier(node.expression) &&
      ['t', 'rich', 'translated'].includes(node.expression.text)
    )
  }

  /** Where a literal stands, it is never shown. */
  function isSilent(node) {
    let isOwn = true
    for (let at = node, { parent } = node; parent; at = parent, { parent } = parent) {
      if (ts.isObjectLiteralExpression(parent)) isOwn = false
      if (ts.isJsxAttribute(parent)) return isSilentAttribute(parent, file)
      if (ts.isPropertyAssignment(parent) && parent.initializer === at) {
        if (isOwn && isSilentName(parent.name.getText(file).replaceAll("'", ''))) return true
        continue
      }
      if (ts.isPropertyAssignment(parent) && parent.name === at) return true
      if (ts.isElementAccessExpression(parent) && parent.argumentExpression === at) return true
      if (ts.isLiteralTypeNode(parent) || ts.isCaseClause(parent) || ts.isComputedPropertyName(parent)) return true
      if (isOwn && ts.isVariableDeclaration(parent) && isSilentName(parent.name.getText(file), true)) return true
      if (ts.isBinaryExpression(parent) && /^[!=]==?$/.test(parent.operatorToken.getText(file))) return true
      if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) {
        const callee = parent.expression.getText(file)
        if (new RegExp(`(^|[.])(${exceptions.calls.join('|')})$`).test(callee)) return true
        if (
          /(editing\.run|\bput|^action|^pageTo|^listPlace|^off)$/.test(callee) &&
          at !== parent.arguments?.[callee === 'pageTo' || callee === 'action' ? 1 : 0]
        )
          return true
        return false
      }
      if (ts.isTaggedTemplateExpression(parent)) return true
      if (ts.isJsxExpression(parent) && parent.parent && !ts.isJsxAttribute(parent.parent)) return false
      if (ts.isArrowFunction(parent) || ts.isFunctionLike(parent) || ts.isStatement(parent))
        return ts.isThrowStatement(parent)
    }
    return false
  }

  function isText(node) {
    const text = textOf(node)
    if (!hasLetters(text) || isOfKeys.test(text) || notText.has(text) || isSilent(node)) return false
    const type = checker.getContextualType(node)
    if (type && !accepts(type)) return false
    if (hasWords(text) && /^[^a-zA-Z]*[A-Z]/.test(text))
      return !/^[A-Z][a-z]+[A-Z]|^[^a-z]+$|:\/\//.test(text.trim()) || /\s/.test(text.trim())
    if (isChildOfElement(node) && !looksTechnical(text)) return true
    if (/[a-z]{2,} |[“”…]| [a-z]{2,}/.test(text) && !looksTechnical(text)) return true
    return isAmongTexts(node) && /^[a-z]+$/.test(text)
  }

  const isChildOfElement = ({ parent }) => {
    let at = parent
    while (
      at &&
      (ts.isConditionalExpression(at) ||
        ts.isParenthesizedExpression(at) ||
        (ts.isBinaryExpression(at) && /[&|?]/.test(at.operatorToken.getText(file))))
    )
      at = at.parent
    return ts.isJsxExpression(at) && !ts.isJsxAttribute(at.parent)
  }

  /** A single word beside others that are text: the values of a table of words. */
  function isAmongTexts(node) {
    const { parent } = node
    if (ts.isConditionalExpression(parent)) {
      const other = parent.whenTrue === node ? parent.whenFalse : parent.whenTrue
      return isLiteral(other) && /^[a-z][a-z]+ [a-z ]+$|^[A-Z][a-z]/.test(textOf(other)) && isText(other)
    }
    if (!ts.isPropertyAssignment(parent) || !ts.isObjectLiteralExpression(parent.parent)) return false
    const values = parent.parent.properties.map((one) =>
      ts.isPropertyAssignment(one) && isLiteral(one.initializer) ? textOf(one.initializer) : '',
    )
    return (
      values.length > 2 && values.every((one) => /^[a-z][a-z, ]+$/.test(one)) && values.some((one) => / /.test(one))
    )
  }

  /** Whether any string fits there, and not certain ones alone. */
  function accepts(type) {
    const parts = type.isUnion() ? type.types : [type]
    return parts.some(
      ({ flags }) =>
        flags & (ts.TypeFlags.String | ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter),
    )
  }

  const text = emit(file)
  if (used.size === 0) return { text: source, found: [] }
  return { text: withoutUnused(withImport(text, file.fileName, used)), found: found.map((node) => placeOf(file, node)) }
}

/** Keys of a keyboard: `Alt A, D`. */
const isOfKeys = /^((mod|Alt|Shift) )+[A-Z](, [A-Z])*$/

const looksTechnical = (text) =>
  /[{};=<>#[\]]|\d(px|deg|%)|^\(|^[.&]|var\(|translate|^(button|tag|menu|notice|port|side-tab|dialog|saving|search|answer-bars|release-note|faint|soft|text|preview-note|block|theme-device|card|row|mod|curl|field|icon)( [a-z-]+)+$/.test(
    text.replaceAll('{}', ''),
  ) ||
  (/(^|\s)[a-z]+-[a-z-]+(\s|$)/.test(text) && !/[.“…]| (a|the|is|to|of) /.test(text))

export const isLiteral = (node) =>
  ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)
const textOf = (node) =>
  ts.isTemplateExpression(node)
    ? node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('')
    : node.text
const hasLetters = (text) => /\p{L}/u.test(text.replace(/&\w+;/g, ''))
const hasWords = (text) => /\p{L}{2}|\b[Aa]\b/u.test(text)
const unwrapped = (node) => (ts.isParenthesizedExpression(node) ? unwrapped(node.expression) : node)
const placeOf = (file, node) => {
  const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
  return `${relative(root, file.fileName)}:${line + 1}: ${node.getText(file).replace(/\s+/g, ' ').slice(0, 90)}`
}

/** As React reads it: lines are joined by a space, and what is indented is not. */
function cleanJsxText(raw) {
  const text = raw
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
  const lines = text.split(/\r\n|\n|\r/)
  return lines
    .map((line, i) => {
      let out = line
      if (i > 0) out = out.replace(/^[ \t]+/, '')
      if (i < lines.length - 1) out = out.replace(/[ \t]+$/, '')
      return out
    })
    .filter((line) => line !== '')
    .join(' ')
}

/** Braces and angle brackets of a text are quoted as ICU wants it. */
const escapeIcu = (text) => text.replace(/'(?=[{}<>'])/g, "''").replace(/[{}<>]+/g, (it) => `'${it}'`)

const quoted = (text) => {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\u00a0', '\\u00a0')
  return text.includes("'") && !text.includes('"') ? `"${escaped}"` : `'${escaped.replaceAll("'", "\\'")}'`
}

/** Plurals are a part of messages: what formed them may be in use no more. */
function withoutUnused(text) {
  const statement = /import \{ counted \} from '[^']+'\n/
  return /\bcounted\(/.test(text) ? text : text.replace(statement, '')
}

function withImport(text, fileName, used) {
  let path = relative(dirname(fileName), runtime).replaceAll('\\', '/').replace(/\.ts$/, '.js')
  if (!path.startsWith('.')) path = `./${path}`
  const line = new RegExp(`import \\{([^}]*)\\} from '${path.replaceAll('.', '\\.')}'\\n`)
  const before = line.exec(text)
  const names = new Set([
    ...used,
    ...(before?.[1]
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean) ?? []),
  ])
  const statement = `import { ${[...names].sort().join(', ')} } from '${path}'\n`
  if (before) return text.replace(line, () => statement)
  // The formatter sorts imports up to the first style sheet.
  const at = Math.max(text.search(/^import /m), 0)
  return text.slice(0, at) + statement + text.slice(at)
}
