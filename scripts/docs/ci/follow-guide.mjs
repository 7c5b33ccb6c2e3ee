/** Follows a guide of `docs/add-*.md` literally in a copy of the checkout. */
import { execFile } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

/**
 * The steps of a guide, in its order: `{ create, text }` and `{ change, diff }` with the path of a file, and `{ run }` with commands. A paragraph
 * ends with what to do with the block of code below it: "Create `path`:", or "Change `path`:" above a diff. A block below
 * `<!-- not followed: reason -->` is left to the reader. Throws for any other block.
 */
export function stepsOf(guide) {
  const fence = /^```(\w+)\n(.*?)^```$/gms
  return [...guide.matchAll(fence)].flatMap(({ 1: language, 2: code, index }) => {
    const before = guide.slice(0, index).trimEnd().split('\n\n').at(-1)
    if (/^<!-- not followed: .+ -->$/.test(before)) return []
    if (language === 'sh') return { run: code }
    const [, verb, path] = /(?:^|\s)(Create|Change) `([^`]+)`:$/.exec(before) ?? []
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
    const without = (sign) =>
      `${lines
        .filter((line) => line[0] !== sign)
        .map((line) => line.slice(1))
        .join('\n')}\n`
    const before = without('+')
    const places = `\n${result}`.split(`\n${before}`).length - 1
    if (places !== 1) throw new Error(`These lines stand ${places} times in the file, not once:\n${before}`)
    return `\n${result}`.replace(`\n${before}`, () => `\n${without('-')}`).slice(1)
  }, text)
}

/** A copy of a checkout, with its builds and its packages, in which commands run and failed changes are undone. */
export class Copy {
  constructor(checkout) {
    this.folder = mkdtempSync(join(tmpdir(), 'colloquy-copy-'))
    const left = new Set(['.git', 'node_modules', 'data'])
    const filter = (path) => !left.has(basename(path))
    for (const name of readdirSync(checkout).filter(filter))
      cpSync(join(checkout, name), join(this.folder, name), { recursive: true, filter, preserveTimestamps: true })
    linkPackages(join(checkout, 'node_modules'), join(this.folder, 'node_modules'))
    for (const name of readdirSync(join(checkout, 'packages'))) {
      const modules = join('packages', name, 'node_modules')
      if (existsSync(join(checkout, modules))) symlinkSync(join(checkout, modules), join(this.folder, modules))
    }
  }

  /** Resolves to the output of commands; throws with it at the first one that fails. */
  async run(script) {
    const path = `${join(this.folder, 'node_modules/.bin')}:${process.env.PATH}`
    const env = { ...process.env, PATH: path, CI: '', NO_COLOR: '1', VITEST_POOL_ID: undefined, NODE_ENV: undefined }
    const options = { cwd: this.folder, env, maxBuffer: 2 ** 26 }
    const { stdout } = await promisify(execFile)('bash', ['-c', `set -euo pipefail\n${script}`], options).catch(
      ({ message, stdout, stderr }) => {
        throw new Error(`${message}\n${stdout}\n${stderr}`)
      },
    )
    return stdout
  }

  /** Marks the present state as the one that `undo` goes back to. */
  async save() {
    const options = '-c user.name=Copy -c user.email=copy@localhost -c commit.gpgsign=false -c gc.auto=0'
    await this.run(`git init -q && git add -A && git ${options} commit -q --allow-empty --no-verify -m Saved`)
  }

  undo = () => this.run('git reset -q --hard && git clean -qfd')

  edit(path, change) {
    const file = join(this.folder, path)
    const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, change(before))
  }

  remove = () => rmSync(this.folder, { recursive: true, force: true })
}

const installed = '.package-lock.json'

/** Packages of the checkout lead to those of the copy, all others to what is installed. */
function linkPackages(from, to) {
  mkdirSync(join(to, '@colloquy'), { recursive: true })
  const ownEntries = ['@colloquy', installed]
  for (const name of readdirSync(from).filter((entry) => !ownEntries.includes(entry) && !/^\.(vite|cache)/.test(entry)))
    symlinkSync(join(from, name), join(to, name))
  // The newest file of all: no command in the copy installs packages.
  copyFileSync(join(from, installed), join(to, installed))
  for (const name of readdirSync(join(from, '@colloquy')))
    symlinkSync(join('../../packages', name), join(to, '@colloquy', name))
}

/** Follows a guide in a copy. Throws at the first step that cannot be done as it is written, or whose command fails. */
export async function follow(guide, copy) {
  const steps = stepsOf(guide)
  if (!steps.some(({ run }) => run)) throw new Error('The guide names no command that shows its result')
  for (const { create, text, change, diff, run } of steps) {
    if (create) copy.edit(create, (before) => newFile(create, before, text))
    else if (change) copy.edit(change, (before = '') => inFile(change, () => changed(before, diff)))
    else for (const command of run.trim().split(/(?<!\\)\n/)) await runCommand(command, copy)
  }
}

const wholeCheck = 'npm run check'

/** What a guide adds must compile. The other checks run once, after all guides. */
async function runCommand(command, copy) {
  const translations = /^node scripts\/i18n\/catalogues\.mjs (\S+)$/.exec(command)
  if (translations) return translate(copy, translations[1])
  if (command === wholeCheck) return await copy.run(`${wholeCheck} -- "types of sources"`)
  const output = await copy.run(command)
  if (/\bvitest run\b/.test(command) && !/^ *Tests .*\b[1-9]\d* passed/m.test(output))
    throw new Error(`No test ran by this command: ${command}\n${output}`)
}

/** Runs the command, fills in what each language lacks as a translator does, and runs it again. */
async function translate(copy, place) {
  const folder = join(copy.folder, 'data', basename(place))
  mkdirSync(folder, { recursive: true })
  const command = `node scripts/i18n/catalogues.mjs ${folder}`
  await copy.run(command)
  for (const name of readdirSync(folder)) {
    const messages = Object.keys(JSON.parse(readFileSync(join(folder, name), 'utf8')))
    writeFileSync(join(folder, name), JSON.stringify(Object.fromEntries(messages.map((message) => [message, message]))))
  }
  const output = await copy.run(command)
  if (/^\w.*: [1-9]\d* messages are missing/m.test(output)) throw new Error(`Translations are missing:\n${output}`)
}

function newFile(path, before, text) {
  if (before !== undefined) throw new Error(`${path} is to be created, but exists: choose another name`)
  return text
}

function inFile(path, work) {
  try {
    return work()
  } catch (error) {
    throw new Error(`${path} cannot be changed as the guide says. ${error.message}`)
  }
}
