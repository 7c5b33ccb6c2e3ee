/**
 * Programs that tests need and npm does not bring. Only Node's own modules: it runs before anything is installed.
 *
 * Tests get the path of a program in an environment variable of the name `TEST_<NAME>`. Without the program its suites are not
 * run, and named last of all: `suites` lists them by file or pattern.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runCommand } from './run-command.mjs'

const otherEngines = ['packages/*/src/other-engines.browser.test.ts']

/**
 * `files` are the names of its file, the best first, and `debian` is its package: both are its name unless given. `probe` are arguments with
 * which it ends well where this user may use it; without any, it is enough that it is there.
 */
const systemPrograms = [
  {
    name: 'strace',
    probe: ['-o', '/dev/null', process.execPath, '--version'],
    privilege: 'the right to trace processes (CAP_SYS_PTRACE)',
    suites: [
      'packages/server/src/process/durable.test.ts',
      'lab/reliability/src/tests/power-cut.test.ts',
      'lab/reliability/src/tests/disk-faults.test.ts',
    ],
  },
  {
    ...{ name: 'faketime', debian: 'libfaketime', files: ['libfaketime.so.1'], probe: [] },
    suites: ['lab/reliability/src/tests/clock-jumps.test.ts'],
  },
  {
    // Without a window to draw, the same engine opens a page in a third of the time of a processor.
    ...{ name: 'chromium', debian: 'chromium-headless-shell', otherwise: 'chromium' },
    files: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
    suites: ['packages/**/*.{browser,journey}.test.ts', 'packages/react/src/packed.test.ts'],
  },
  { name: 'firefox', debian: 'firefox-esr', files: ['firefox-esr', 'firefox'], suites: otherEngines },
  { name: 'webkit', debian: 'webkit2gtk-driver', files: ['WebKitWebDriver'], probe: [], suites: otherEngines },
  { name: 'xvfb', files: ['Xvfb'], probe: [], suites: otherEngines },
  { name: 'nginx', probe: ['-v'], suites: ['packages/server/src/generations/behind-nginx.test.ts'] },
  {
    ...{ name: 'java', debian: 'default-jre-headless', probe: ['-version'] },
    suites: ['packages/api/src/openapi/openapi-generator.test.ts'],
  },
  // Without PostgreSQL its projects have no suites: see vitest.config.ts.
  { name: 'postgres', debian: 'postgresql', suites: [] },
]

/** The environment that tells tests where the programs are that they need, those only that work here. */
export function programEnvironment() {
  const found = systemPrograms.map((program) => [`TEST_${program.name.toUpperCase()}`, pathOf(program)])
  return Object.fromEntries(found.filter(([, path]) => path !== undefined))
}

/**
 * Installs what suites need and is missing, where that is allowed (apt, as root). Resolves to what is still out of reach:
 * `{ suites, reason, command }` for each program.
 */
export async function ensureSystemPrograms() {
  const missing = systemPrograms.filter((program) => findFile(program) === undefined)
  const mayInstall = process.getuid?.() === 0 && findFile({ name: 'apt-get' }) !== undefined
  if (missing.length > 0 && mayInstall) await install(missing)
  return systemPrograms.filter((program) => pathOf(program) === undefined).map(lack)
}

function lack(program) {
  const { name, debian = name, suites, privilege = 'the right to start it' } = program
  if (findFile(program) === undefined)
    return { suites, reason: `${name} is not installed`, command: `sudo apt-get install -y ${debian}` }
  return { suites, reason: `${name} is installed, but ${privilege} is missing`, command: 'sudo npm test' }
}

async function install(programs) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) => runCommand('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=120', ...args], { env })
  console.log('Asking for what Debian has (apt-get update)...')
  await apt('update')
  // Not every release of Debian, nor Ubuntu, has each package.
  const isPackage = (name) => succeeds('apt-cache', ['show', name])
  const packages = programs.map(({ name, debian = name, otherwise }) =>
    otherwise && !isPackage(debian) ? otherwise : debian,
  )
  console.log(`Installing ${packages.join(', ')} for the tests (apt-get)...`)
  const { code, output } = await apt('install', '-y', '--no-install-recommends', ...packages)
  if (code !== 0) console.log(`They could not be installed:\n${output.trim().split('\n').slice(-5).join('\n')}`)
}

function pathOf(program) {
  const { probe = ['--version'] } = program
  const path = findFile(program)
  return path !== undefined && (probe.length === 0 || succeeds(path, probe)) ? path : undefined
}

/** Folders of programs and libraries: those of the path, and those in which Debian keeps what is on no path. */
const folders = () => [
  ...(process.env.PATH ?? '').split(delimiter),
  '/usr/sbin',
  ...inEach('/usr/lib/postgresql', 'bin'),
  ...inEach('/usr/lib', 'faketime'),
]

/** A folder in each folder of a parent, the newest version first. */
function inEach(parent, name) {
  const versions = existsSync(parent) ? readdirSync(parent).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(parent, version, name))
}

const findFile = ({ name, files = [name] }) =>
  files.flatMap((file) => folders().map((folder) => join(folder, file))).find((path) => existsSync(path))

function succeeds(command, args) {
  return spawnSync(command, args, { stdio: 'ignore', timeout: 20_000 }).status === 0
}
