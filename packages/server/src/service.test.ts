import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

interface Rule {
  name: string
  from: { path?: string }
  to: { path?: string; pathNot?: string }
}

const { forbidden } = createRequire(import.meta.url)('../../../.dependency-cruiser.cjs') as { forbidden: Rule[] }
const folder = dirname(fileURLToPath(import.meta.url))

const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.includes('/') && path.endsWith('.ts') && !/\.test\.ts$|^testing\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))

const declaration = /declare module '\.\.\/service\.js' \{\s*interface Service \{[^}]*?readonly (\w+):/g

/** The folder of each part that declares itself. */
const folderOfPart = new Map(
  sources.flatMap(({ path, text }) =>
    [...text.matchAll(declaration)].map(([, part]) => [part, dirname(path)] as const),
  ),
)

/** Folders that ask for a part of a folder above them, each with the reason. */
const exceptions: Record<string, string> = {
  'http asks for flows': jobs(),
  'replays asks for flows': jobs(),
  'recordings asks for flows': jobs(),
  'moves asks for flows': jobs(),
  'flow-tests asks for flows': jobs(),
  'bots asks for flows': jobs(),
  'turns asks for generations': 'a turn leaves text that is generated to generations, which themselves take a turn',
}

function jobs(): string {
  return 'the thread for large flows runs the work of this folder, which asks for it by name'
}

test('a folder asks only for parts of the service that folders below it provide, apart from listed exceptions', () => {
  expect(folderOfPart.size).toBeGreaterThan(30)
  const above = sources.flatMap(({ path, text }) => {
    const own = dirname(path).split('/')[0] as string
    return partsAskedFor(text).flatMap((part) => {
      const provider = folderOfPart.get(part)
      return provider !== undefined && isAbove(own, provider) ? [`${own} asks for ${part}`] : []
    })
  })
  expect([...new Set(above)].toSorted()).toEqual(Object.keys(exceptions).toSorted())
})

/** Names of parts in `Needs<…>`, in `service.…`, and in what a handler takes out of the service. */
function partsAskedFor(text: string): string[] {
  const named = [...text.matchAll(/\b(?:Needs<|Pick<Service,)([^>]*)>/g)].flatMap(([, names = '']) =>
    [...names.matchAll(/'(\w+)'/g)].map(([, name = '']) => name),
  )
  const read = [...text.matchAll(/\bservice\.(\w+)/g)].map(([, name = '']) => name)
  const taken = [...text.matchAll(/^ {2}(?:async )?\w+\(\{([^}]*)\}, \{/gm)].flatMap(
    ([, names = '']) => names.match(/\w+/g) ?? [],
  )
  return [...named, ...read, ...taken]
}

/** True if the import rules forbid the one folder to import the other. */
function isAbove(folder: string, other: string): boolean {
  const path = `packages/server/src/${other}/`
  return forbidden
    .filter(({ name }) => name === `server-${folder}-imports-only-lower-folders`)
    .some(({ to }) => new RegExp(to.path as string).test(path) && !new RegExp(to.pathNot as string).test(path))
}
