/** Follows the guides `docs/add-*.md` literally in a copy of the checkout. No kept tool applies the blocks of a page to files. */
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/**
 * The steps of a guide, in its order: `{ create, text }` and `{ change, diff }` with the path of a file, and `{ command }`. A paragraph ends
 * with what to do with the block of code below it: "Create `path`:", or "Change `path`:" above a diff. A block below
 * `<!-- not followed: reason -->` is left to the reader. Throws for any other block.
 */
export function stepsOf(guide) {
  return [...guide.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(({ 1: language, 2: code, index }) => {
    const before = guide.slice(0, index).trimEnd().split('\n\n').at(-1)
    if (/^<!-- not followed: .+ -->$/.test(before)) return []
    if (language === 'sh')
      return code
        .trim()
        .split('\n')
        .map((command) => ({ command }))
    const [, verb, path] = /(?:^|\s)(Create|Change)\s`([^`]+)`:$/.exec(before) ?? []
    if (verb === 'Create' && language !== 'diff') return { create: path, text: code }
    if (verb === 'Change' && language === 'diff') return { change: path, diff: code }
    throw new Error(
      `No file is named for this block of code: ${code.split('\n')[0]} …\n` +
        'Write "Create `path`:" above it, or "Change `path`:" above a diff.',
    )
  })
}

/**
 * A text after a change, in the form of a diff without line numbers. What it keeps and what it removes stands in the text exactly once.
 * `@@` separates changes in several places.
 */
export function changed(text, diff) {
  return diff.split(/^@@.*\n/m).reduce((result, hunk) => {
    const lines = hunk.trimEnd().split('\n')
    const wrong = lines.find((line) => !/^([ +-]|$)/.test(line))
    if (wrong !== undefined) throw new Error(`A line of a diff begins with " ", "+" or "-": ${wrong}`)
    const without = (sign) => lines.flatMap((line) => (line[0] === sign ? [] : [`${line.slice(1)}\n`])).join('')
    const before = `\n${without('+')}`
    const whole = `\n${result}`
    const first = whole.indexOf(before)
    if (first < 0) throw new Error(`These lines are not in the file:${before}`)
    if (whole.includes(before, first + 1)) throw new Error(`These lines stand more than once in the file:${before}`)
    return whole.replace(before, () => `\n${without('-')}`).slice(1)
  }, text)
}

/** Makes the changes of a guide in a folder, all or none. Returns its commands. */
export function applyGuide(guide, folder) {
  const steps = stepsOf(guide.replaceAll('NNNN', nextMigration(folder)))
  const texts = new Map()
  const textOf = (path) => {
    const file = join(folder, path)
    return texts.get(path) ?? (existsSync(file) ? readFileSync(file, 'utf8') : undefined)
  }
  for (const { create, text, change, diff } of steps) {
    if (create && textOf(create) !== undefined)
      throw new Error(`${create} is to be created, but exists. Choose another name.`)
    if (create) texts.set(create, text)
    if (change) texts.set(change, changedFile(change, textOf(change) ?? '', diff))
  }
  const commands = steps.flatMap(({ command }) => command ?? [])
  if (commands.length === 0) throw new Error('The guide names no command that shows its result.')
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return commands
}

function changedFile(path, text, diff) {
  try {
    return changed(text, diff)
  } catch (cause) {
    throw new Error(`${path} cannot be changed as the guide says. ${cause.message}`, { cause })
  }
}

/** Returns the number of the next migration, for which guides write `NNNN`. */
function nextMigration(folder) {
  const numbers = readdirSync(join(folder, 'packages/storage/src/migrations')).map((name) => Number.parseInt(name, 10))
  return String(Math.max(...numbers) + 1).padStart(4, '0')
}

/**
 * Runs of vitest that do what these commands do, with one start for all that can share it: those that update what is generated come first.
 * Each run has its arguments, and the paths of which tests have to pass.
 */
export function testRuns(commands, projects) {
  const parsed = commands.flatMap((command) => {
    const [, rest] = /^npx vitest run (.+)$/.exec(command) ?? []
    if (!rest) return []
    const [, project] = /--project (\S+)/.exec(rest) ?? []
    const [, name] = / -t (\S+)/.exec(rest) ?? []
    const paths = rest
      .replace(/--project \S+| -t \S+| -u\b/g, '')
      .trim()
      .split(/\s+/)
    return project && !projects.includes(project) ? [] : [{ name, isUpdate: / -u\b/.test(rest), paths }]
  })
  const kinds = [
    [({ isUpdate }) => isUpdate, () => ['-u']],
    [({ isUpdate, name }) => !isUpdate && !name, () => []],
    [({ isUpdate, name }) => !isUpdate && name, (some) => ['-t', [...new Set(some.map(({ name }) => name))].join('|')]],
  ]
  return kinds.flatMap(([belongs, optionsOf]) => {
    const some = parsed.filter(belongs)
    const paths = [...new Set(some.flatMap((one) => one.paths))]
    const flags = projects.map((name) => `--project=${name}`)
    return some.length > 0 ? [{ paths, args: ['run', ...flags, ...paths, ...optionsOf(some)] }] : []
  })
}

/** A copy of a checkout with its builds, in which its packages lead to the copy and all others to what is installed. */
export function copyOf(checkout) {
  const folder = mkdtempSync(join(tmpdir(), 'colloquy-copy-'))
  const left = new Set(['.git', 'node_modules', 'data'])
  const filter = (path) => !left.has(basename(path))
  for (const name of readdirSync(checkout).filter(filter))
    cpSync(join(checkout, name), join(folder, name), { recursive: true, filter, preserveTimestamps: true })
  linkModules(join(checkout, 'node_modules'), join(folder, 'node_modules'))
  for (const group of ['packages', 'lab'])
    for (const name of readdirSync(join(checkout, group))) {
      const modules = join(group, name, 'node_modules')
      if (existsSync(join(checkout, modules))) symlinkSync(join(checkout, modules), join(folder, modules))
    }
  return folder
}

function linkModules(from, to) {
  mkdirSync(join(to, '@colloquy'), { recursive: true })
  const isThirdParty = (name) => name === '.bin' || !/^(\.|@colloquy$)/.test(name)
  for (const name of readdirSync(from).filter(isThirdParty)) symlinkSync(join(from, name), join(to, name))
  for (const name of readdirSync(join(from, '@colloquy')))
    cpSync(join(from, '@colloquy', name), join(to, '@colloquy', name), { verbatimSymlinks: true })
  // The newest file of all: no command in the copy installs packages.
  copyFileSync(join(from, '.package-lock.json'), join(to, '.package-lock.json'))
}
