/**
 * The prose check: finds phrases and terms of scripts/prose/phrases.json in documents, comments and texts that people read, and names what
 * to write instead. Vale does the same for Markdown; its npm package downloads a program from another host, and Debian has none.
 *
 * A rule is `{ find, use, example, fine?, case?, where? }`: a regular expression (a blank stands for any white space; case counts only with
 * `case`), the suggestion, a text that it has to find and one that it must not. `where` restricts it: `sentence` (the beginning of a
 * sentence in a document), `comment` (the beginning of a comment), `sources`.
 */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { allPackageNames, filesUnder, folderOf, root } from './root.mjs'

export const rules = JSON.parse(readFileSync(join(root, 'scripts/prose/phrases.json'), 'utf8'))

/** Markdown of the project. */
const documents = () => [
  ...['README', 'AGENTS', 'ARCHITECTURE', 'CHANGELOG', 'CONTRIBUTING', 'SECURITY'].map((name) =>
    join(root, `${name}.md`),
  ),
  ...filesUnder(join(root, 'docs')).filter((path) => path.endsWith('.md')),
  ...allPackageNames().map((name) => join(folderOf(name), 'README.md')),
]

const sources = () =>
  allPackageNames().flatMap((name) => filesUnder(join(folderOf(name), 'src')).filter((path) => /\.tsx?$/.test(path)))

/** Texts of the widget in other languages. */
const translations = /\/widget\/src\/texts\/(?!(?:more-)?en\.ts$)/

/** Returns `{ seen, problems }`: how many files were read, and `path:line: "found": use suggestion` for each finding. */
export function checkProse() {
  const paths = [...documents(), ...sources()]
  const problems = paths.flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    const found = path.endsWith('.md') ? findInDocument(text) : findInSource(text, translations.test(path))
    return found.map(({ line, phrase, use }) => `${relative(root, path)}:${line}: "${phrase}": use ${use}`)
  })
  return { seen: paths.length, problems }
}

/** `{ line, phrase, use }` for each finding in Markdown. Code, addresses and generated tables are skipped. */
export function findInDocument(text) {
  const prose = text
    .replace(/<!-- figures: [\s\S]*?<!-- end of figures -->/g, blank)
    .replace(/^```.*?^```$/gms, blank)
    .replace(/`[^`\n]*`/g, blank)
    .replace(/\]\([^)\s]*\)/g, (link) => `]${' '.repeat(link.length - 1)}`)
    .replace(/<[^>\n]+>|https?:\S+/g, blank)
  return [...find(patterns.text, prose), ...find(patterns.sentence, sentenceStarts(prose))].toSorted(
    (a, b) => a.at - b.at,
  )
}

/**
 * The same for comments and texts of TypeScript. Texts are strings that people read, by the code around them: names of tests, summaries,
 * descriptions, help, errors and log entries.
 */
export function findInSource(text, isTranslation = false) {
  const found = []
  const look = (pattern, part, offset) => {
    for (const one of find(pattern, part))
      found.push({ ...one, at: one.at + offset, line: lineAt(text, one.at + offset) })
  }
  let end = 0
  let wasRead = false
  for (const match of text.matchAll(
    /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|>[^<>{}=;()]+</g,
  )) {
    const [part] = match
    const isComment = /^\/[/*]/.test(part)
    const inner = (isComment ? part.replace(/^\/\/+|^\/\*\*?|\*\/$|^[ \t]*\*(?!\/)/gm, spaces) : part).replace(
      /`[^`\n]*`(?!$)/g,
      blank,
    )
    const offset = match.index
    if (isComment) {
      look(patterns.text, inner, offset)
      look(patterns.sources, inner, offset)
      const start = inner.search(/\S/)
      if (start >= 0) look(patterns.comment, inner.slice(start), offset + start)
      continue
    }
    if (isTranslation) continue
    const before = text.slice(Math.max(0, offset - longestLead), offset)
    const isContinued = wasRead && /^\s*\+\s*$/.test(text.slice(end, offset))
    const isRead = isContinued || leadsToText.test(before)
    end = offset + part.length
    wasRead = isRead
    const prose = inner.slice(1, -1).replace(/\$\{[^{}]*\}|\{\{.*?\}\}/g, blank)
    if (isRead) look(patterns.text, prose, offset + 1)
    if (isRead && !isContinued) look(patterns.sentence, prose, offset + 1)
  }
  return found.toSorted((a, b) => a.at - b.at)
}

/** Code before a string that people read. */
const leadsToText = new RegExp(
  [
    String.raw`\b(?:test|it|describe)(?:\.\w+)*\(`,
    String.raw`\)\(`,
    String.raw`\b(?:summary|description|help|hint|message|found|todo|detail|advice):`,
    String.raw`\.(?:describe|description|summary|argument|trace|debug|info|warn|error|fatal)\(`,
    String.raw`\.option\('[^']*',`,
    String.raw`\b\w*Error\(`,
  ]
    .map((lead) => `(?:${lead}\\s*)$`)
    .join('|'),
)
const longestLead = 120

const spaces = (text) => ' '.repeat(text.length)
const blank = (text) => text.replace(/[^\n]/g, '\u00b7')

/** Headings, rows of tables and list marks do not begin a sentence; a paragraph and a list item do. */
const sentenceStarts = (prose) =>
  prose
    .replace(/^(?:#+ |\|).*$/gm, blank)
    .replace(/^ *(?:[-*]|\d+\.) (?=\S)/gm, (mark) => `${blank(mark.slice(0, -2))}. `)
    .replace(/\*\*/g, '')

function patternOf(chosen) {
  const sourceOf = ({ find }) => `(${find.replaceAll(' ', '\\s+')})`
  return { chosen, expression: new RegExp(chosen.map(sourceOf).join('|') || '(?!)', 'gm') }
}

const patterns = Object.fromEntries(
  ['text', 'sentence', 'comment', 'sources'].map((where) => {
    const chosen = rules.filter((rule) => (rule.where ?? 'text') === where)
    return [where, [chosen.filter((rule) => rule.case), chosen.filter((rule) => !rule.case)].map(patternOf)]
  }),
)

function find(pair, text) {
  return pair.flatMap(({ chosen, expression }, index) => {
    const used = index === 0 ? expression : new RegExp(expression, 'gim')
    return [...text.matchAll(used)].map((match) => {
      const rule = chosen[match.slice(1).findIndex((group) => group !== undefined)]
      return {
        at: match.index,
        line: lineAt(text, match.index),
        phrase: match[0].trim().replace(/\s+/g, ' '),
        use: rule.use,
      }
    })
  })
}

const lineAt = (text, at) => text.slice(0, at).split('\n').length
