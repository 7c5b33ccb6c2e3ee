/**
 * The prose check: finds phrases and terms of scripts/prose/phrases.json, and names what to write instead.
 *
 *   node scripts/check-prose.mjs                the documentation, and comments and read texts of packages/[name]/src, as `npm run check` does
 *   node scripts/check-prose.mjs --sources      also all other texts of packages/[name]/src
 *   node scripts/check-prose.mjs --sources --count   findings by folder only
 *
 * A rule is `{ find, use, example, fine?, case?, where? }`: a regular expression (a blank stands for any white space; case counts only with
 * `case`), the suggestion, a text that it has to find and one that it must not. `where` restricts it: `sentence` (the beginning of a
 * sentence in a document), `comment` (the beginning of a comment), `label` (a whole text of the interface), `sources`.
 */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allPackageNames, filesUnder, folderOf, root } from './root.mjs'

export const rules = JSON.parse(readFileSync(join(root, 'scripts/prose/phrases.json'), 'utf8'))

/** Markdown of the project. */
export const documents = () => [
  ...['README', 'ARCHITECTURE', 'CHANGELOG', 'CONTRIBUTING', 'SECURITY'].map((name) => join(root, `${name}.md`)),
  ...filesUnder(join(root, 'docs')).filter((path) => path.endsWith('.md')),
  join(root, 'docs-site/README.md'),
  ...allPackageNames().map((name) => join(folderOf(name), 'README.md')),
]

export const sources = () =>
  allPackageNames().flatMap((name) => filesUnder(join(folderOf(name), 'src')).filter((path) => /\.tsx?$/.test(path)))

/** Texts of the widget in other languages. */
const translations = /\/widget\/src\/texts\/(?!(?:more-)?en\.ts$)/

/** A line for each finding: `path:line: "found": use suggestion`. */
export function checkProse(paths, options) {
  return paths.flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    const isTranslation = translations.test(path)
    const found = path.endsWith('.md') ? findInDocument(text) : findInSource(text, { ...options, isTranslation })
    return found.map(({ line, phrase, use }) => `${relative(root, path)}:${line}: "${phrase}": use ${use}`)
  })
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
 * descriptions, help, errors and log entries; with `allTexts` also other strings that contain a capital and a blank, and what stands between tags.
 */
export function findInSource(text, { allTexts = false, isTranslation = false } = {}) {
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
    const label = part.slice(1, -1).trim()
    if (allTexts && /^\w[\w ]*$/.test(label)) look(patterns.label, label, offset)
    const isText = allTexts && /\w \w/.test(part) && !/^['"`][^A-Z]*['"`]$/.test(part.replace(/\{\{.*?\}\}/g, ''))
    const prose = inner.slice(1, -1).replace(/\$\{[^{}]*\}|\{\{.*?\}\}/g, blank)
    if (isRead || isText) look(patterns.text, prose, offset + 1)
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
  ['text', 'sentence', 'comment', 'label', 'sources'].map((where) => {
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isCounting = process.argv.includes('--count')
  const paths = [...documents(), ...sources()]
  const found = checkProse(paths, { allTexts: process.argv.includes('--sources') })
  if (isCounting) {
    const counts = new Map()
    for (const line of found) {
      const folder = /^(?:packages|lab)\/[^/]+\/src(?:\/[^/:]+\/)?|^[^/:]+\/?/.exec(line)[0]
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
    for (const [folder, count] of [...counts].toSorted((a, b) => b[1] - a[1]))
      console.log(`${String(count).padStart(5)}  ${folder}`)
  } else for (const line of found) console.log(line)
  console.log(`${found.length} findings in ${paths.length} files`)
  process.exitCode = found.length > 0 ? 1 : 0
}
