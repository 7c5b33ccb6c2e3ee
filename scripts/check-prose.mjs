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
import { allPackageNames, filesUnder, folderOf, root, sourcesAndTests } from './root.mjs'

export const rules = JSON.parse(readFileSync(join(root, 'scripts/prose/phrases.json'), 'utf8'))

/** Markdown of the project. */
const documents = () => [
  ...['README', 'AGENTS', 'ARCHITECTURE', 'CHANGELOG', 'CONTRIBUTING', 'SECURITY'].map((name) =>
    join(root, `${name}.md`),
  ),
  ...filesUnder(join(root, 'docs')).filter((path) => path.endsWith('.md')),
  ...allPackageNames().map((name) => join(folderOf(name), 'README.md')),
]

/** Texts of the widget in other languages. */
const translations = /\/widget\/src\/texts\/(?!(?:more-)?en\.ts$)/

/** Returns `{ seen, problems }`: how many files were read, and `path:line: "found": use suggestion` for each finding. */
export function checkProse() {
  const paths = [...documents(), ...sourcesAndTests()]
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
    .replace(/\]\([^)\s]*\)/g, blank)
    .replace(/<[^>\n]+>|https?:\S+/g, blank)
  return inOrder(text, [...find('text', prose, 0), ...find('sentence', sentenceStarts(prose), 0)])
}

/**
 * The same for comments and texts of TypeScript. Texts are strings that people read, by the code around them: names of tests, summaries,
 * descriptions, help, errors and log entries.
 */
export function findInSource(text, isTranslation = false) {
  const found = []
  const part = /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|>[^<>{}=;()]+</g
  let end = 0
  let wasRead = false
  for (const { 0: whole, index } of text.matchAll(part)) {
    if (/^\/[/*]/.test(whole)) {
      const comment = whole.replace(/^\/\/+|^\/\*\*?|\*\/$|^[ \t]*\*(?!\/)/gm, spaces).replace(/`[^`\n]*`(?!$)/g, blank)
      found.push(...find('text', comment, index), ...find('sources', comment, index))
      const start = comment.search(/\S/)
      if (start >= 0) found.push(...find('comment', comment.slice(start), index + start))
      continue
    }
    if (isTranslation) continue
    const isContinued = wasRead && /^\s*\+\s*$/.test(text.slice(end, index))
    wasRead = isContinued || leadsToText.test(text.slice(Math.max(0, index - maxLead), index))
    end = index + whole.length
    if (!wasRead) continue
    const prose = whole.slice(1, -1).replace(/`[^`\n]*`(?!$)|\$\{[^{}]*\}|\{\{.*?\}\}/g, blank)
    found.push(...find('text', prose, index + 1), ...(isContinued ? [] : find('sentence', prose, index + 1)))
  }
  return inOrder(text, found)
}

/** Code before a string that people read. */
const leads = [
  String.raw`\b(?:test|it|describe)(?:\.\w+)*\(`,
  String.raw`\)\(`,
  String.raw`\b(?:summary|description|help|hint|message|found|todo|detail|advice):`,
  String.raw`\.(?:describe|description|summary|argument|trace|debug|info|warn|error|fatal)\(`,
  String.raw`\.option\('[^']*',`,
  String.raw`\b\w*Error\(`,
]
const leadsToText = new RegExp(`(?:${leads.join('|')})\\s*$`)
const maxLead = 120

const spaces = (text) => ' '.repeat(text.length)
const blank = (text) => text.replace(/[^\n]/g, '\u00b7')

/** Headings, rows of tables and list marks do not begin a sentence; a paragraph and a list item do. */
const sentenceStarts = (prose) =>
  prose
    .replace(/^(?:#+ |\|).*$/gm, blank)
    .replace(/^ *(?:[-*]|\d+\.) (?=\S)/gm, (mark) => `${blank(mark.slice(0, -2))}. `)
    .replace(/\*\*/g, '')

/** By the place that they look at: rules whose case counts, and others. */
const patterns = Object.fromEntries(
  ['text', 'sentence', 'comment', 'sources'].map((location) => [
    location,
    ['gm', 'gim'].map((flags) => patternOf(location, flags)),
  ]),
)

function patternOf(location, flags) {
  const chosen = rules.filter((rule) => (rule.where ?? 'text') === location && Boolean(rule.case) === (flags === 'gm'))
  const sources = chosen.map(({ find: source }) => `(${source.replaceAll(' ', '\\s+')})`)
  return { chosen, expression: new RegExp(sources.join('|') || '(?!)', flags) }
}

function find(location, text, offset) {
  return patterns[location].flatMap(({ chosen, expression }) =>
    [...text.matchAll(expression)].map((match) => ({
      at: match.index + offset,
      phrase: match[0].trim().replace(/\s+/g, ' '),
      use: chosen[match.slice(1).findIndex((group) => group !== undefined)].use,
    })),
  )
}

const inOrder = (text, found) =>
  found
    .toSorted((one, other) => one.at - other.at)
    .map((one) => ({ ...one, line: text.slice(0, one.at).split('\n').length }))
