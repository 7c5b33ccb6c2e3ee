/** Finds texts of the builder that are not messages, invalid messages, and incomplete catalogues. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { root } from '../root.mjs'
import { locationOf } from '../syntax.mjs'
import { builderMessages, definedTexts } from './extract.mjs'
import { findTexts, openProgram } from './find-texts.mjs'

export const catalogueFolder = join(root, 'packages/builder/src/i18n/catalogues')

export function readCatalogue(language) {
  return JSON.parse(readFileSync(join(catalogueFolder, `${language}.json`), 'utf8'))
}

export const languages = () =>
  readdirSync(catalogueFolder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => basename(name, '.json'))

/** All messages by catalogue; those of the builder that have values are read as ICU MessageFormat. */
export function allMessages(files = openProgram().files) {
  const { messages, problems } = builderMessages(files)
  const builder = new Map()
  for (const { message, values, location } of messages) {
    const known = builder.get(message)
    builder.set(message, { hasValues: values !== undefined || known?.hasValues === true, location })
    if (values !== undefined) problems.push(...valueProblems(message, values, location))
  }
  const definitions = new Map(definedTexts().map((text) => [text, { hasValues: /\{\w+\}/.test(text), location: text }]))
  return { builder, definitions, problems }
}

function valueProblems(message, values, location) {
  const parts = partsOf(message)
  if (typeof parts === 'string') return [`${location}: "${message}" is not a valid message: ${parts}`]
  const names = new Set(parts.map((part) => part.replace(/^\w+ /, '')))
  const missing = [...names].filter((name) => !values.includes(name))
  const extra = values.filter((name) => name !== '' && !names.has(name))
  return [
    ...missing.map((name) => `${location}: "${message}" needs the value "${name}".`),
    ...extra.map((name) => `${location}: "${message}" has no place for the value "${name}".`),
  ]
}

/** What a message holds: `value name`, `plural count`, `tag a`; or what is wrong with it. */
function partsOf(message) {
  const parts = new Set()
  const visit = (nodes) => {
    for (const node of nodes) {
      if (node.type === TYPE.argument) parts.add(`value ${node.value}`)
      if (node.type === TYPE.plural || node.type === TYPE.select) {
        parts.add(`${node.type === TYPE.plural ? 'plural' : 'select'} ${node.value}`)
        for (const { value } of Object.values(node.options)) visit(value)
      }
      if (node.type === TYPE.tag) [parts.add(`tag ${node.value}`), visit(node.children)]
    }
  }
  try {
    visit(parse(message))
  } catch (error) {
    return error.message
  }
  return [...parts].sort()
}

/** Problems of a translation, whose values, plurals and tags are those of its message. */
function translationProblems(message, translation, { hasValues }) {
  if (typeof translation !== 'string' || translation.trim() === '') return ['is empty']
  if (/^\s/.test(message) !== /^\s/.test(translation) || /\s$/.test(message) !== /\s$/.test(translation))
    return ['begins or ends with a space where the message does not']
  if (!hasValues) return []
  const [wanted, found] = [message, translation].map(partsOf)
  if (typeof found === 'string') return [`is not a valid message: ${found}`]
  return wanted.join() === found.join()
    ? []
    : [`has ${found.join(', ') || 'no values'} in place of ${wanted.join(', ')}`]
}

export function checkMessages() {
  const { checker, files } = openProgram()
  const problems = files.flatMap((file) =>
    findTexts(file, checker).map(
      (node) =>
        `${locationOf(node)}: ${node.getText(file).trim()} is text and not a message. Write it with t() or rich(); dates and numbers take locale. If nobody reads it, add it to scripts/i18n/not-text.json.`,
    ),
  )
  const { problems: wrong, ...all } = allMessages(files)
  problems.push(...wrong)
  for (const language of languages()) {
    let missing = 0
    for (const [part, messages] of Object.entries(all)) {
      const catalogue = readCatalogue(language)[part]
      for (const message of Object.keys(catalogue))
        if (!messages.has(message))
          problems.push(`${language}.json: "${message}" is no longer a message. Run node scripts/i18n/catalogues.mjs`)
      for (const [message, one] of messages) {
        if (!Object.hasOwn(catalogue, message)) missing += 1
        else
          for (const problem of translationProblems(message, catalogue[message], one))
            problems.push(`${language}.json: the translation of "${message}" ${problem}.`)
      }
    }
    if (missing > 0)
      problems.push(`${language}.json misses ${missing} messages. Run node scripts/i18n/catalogues.mjs to see them.`)
  }
  return { seen: all.builder.size + all.definitions.size, problems }
}
