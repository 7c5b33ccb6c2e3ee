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

const chromiums = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/**
 * Finds a program by names or by a function. `suites` are the files that need it, `probe` are arguments with which it ends well where this user
 * may use it; without them, it is enough that it is there.
 */
const program = (name, debian, find, { probe = ['--version'], ...options } = {}) => ({
  ...{ name, debian, suites: [], privilege: 'the right to start it', ...options },
  find: typeof find === 'function' ? find : () => find.map((one) => onPath(one)).find(Boolean),
  works: (path) => probe === null || succeeds(path, probe),
})

const systemPrograms = [
  program('strace', 'strace', ['strace'], {
    probe: ['-o', '/dev/null', process.execPath, '--version'],
    privilege: 'the right to trace processes (CAP_SYS_PTRACE)',
    suites: [
      'packages/server/src/process/durable.test.ts',
      'lab/reliability/src/tests/power-cut.test.ts',
      'lab/reliability/src/tests/disk-faults.test.ts',
    ],
  }),
  program('faketime', 'libfaketime', findFaketime, {
    ...{ probe: null, suites: ['lab/reliability/src/tests/clock-jumps.test.ts'] },
  }),
  // Without a window to draw, the same engine opens a page in a third of the time of a processor.
  program('chromium', 'chromium-headless-shell', chromiums, {
    otherwise: 'chromium',
    suites: ['packages/**/*.{browser,journey}.test.ts', 'packages/react/src/packed.test.ts'],
  }),
  program('firefox', 'firefox-esr', ['firefox-esr', 'firefox'], { suites: otherEngines }),
  program('webkit', 'webkit2gtk-driver', ['WebKitWebDriver'], { probe: null, suites: otherEngines }),
  program('xvfb', 'xvfb', ['Xvfb'], { probe: null, suites: otherEngines }),
  program('nginx', 'nginx', () => onPath('nginx') ?? onPath('nginx', ['/usr/sbin']), {
    ...{ probe: ['-v'], suites: ['packages/server/src/generations/behind-nginx.test.ts'] },
  }),
  program('java', 'default-jre-headless', ['java'], {
    ...{ probe: ['-version'], suites: ['packages/api/src/openapi/openapi-generator.test.ts'] },
  }),
  // Without PostgreSQL its projects have no suites: see vitest.config.ts.
  program('postgres', 'postgresql', () => onPath('postgres') ?? newestPostgres()),
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
  const missing = systemPrograms.filter(({ find }) => find() === undefined)
  const mayInstall = process.getuid?.() === 0 && onPath('apt-get') !== undefined
  if (missing.length > 0 && mayInstall) await install(missing)
  return systemPrograms.filter((program) => pathOf(program) === undefined).map(lack)
}

function lack({ name, debian, find, suites, privilege }) {
  if (find() === undefined)
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
  const packages = programs.map(({ debian, otherwise }) => (otherwise && !isPackage(debian) ? otherwise : debian))
  console.log(`Installing ${packages.join(', ')} for the tests (apt-get)...`)
  const { code, output } = await apt('install', '-y', '--no-install-recommends', ...packages)
  if (code !== 0) console.log(`They could not be installed:\n${output.trim().split('\n').slice(-5).join('\n')}`)
}

function pathOf({ find, works }) {
  const path = find()
  return path !== undefined && works(path) ? path : undefined
}

function onPath(command, folders = (process.env.PATH ?? '').split(delimiter)) {
  return folders.map((folder) => join(folder, command)).find((path) => existsSync(path))
}

/** Debian keeps the server's programs of each version in a folder of its own, which is on no path. */
function newestPostgres(root = '/usr/lib/postgresql') {
  if (!existsSync(root)) return undefined
  const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a))
  return versions.map((version) => join(root, version, 'bin', 'postgres')).find((path) => existsSync(path))
}

/** A library that is loaded before a program's own; Debian keeps it in the folder of the machine's kind. */
function findFaketime(root = '/usr/lib') {
  const folders = existsSync(root) ? readdirSync(root) : []
  const files = folders.map((folder) => join(root, folder, 'faketime', 'libfaketime.so.1'))
  return files.find((path) => existsSync(path))
}

function succeeds(command, args) {
  return spawnSync(command, args, { stdio: 'ignore', timeout: 20_000 }).status === 0
}
