/** Examples in doc comments compile. They stand beside their source, so that relative imports work, and have their own imports. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { packageNames, root, shippedSources } from './root.mjs'
import { runTool } from './run-command.mjs'

/** Contracts that others build on: each has an example. */
const contracts = {
  'packages/engine/src/advance.ts': 1,
  'packages/flow/src/blocks/define.ts': 1,
  'packages/flow/src/integrations/define.ts': 2,
  'packages/sdk/src/client.ts': 1,
  'packages/sdk/src/paginate.ts': 1,
  'packages/sdk/src/read-stream.ts': 2,
  'packages/storage/src/storage.ts': 1,
}

const examples = packageNames()
  .flatMap(shippedSources)
  .flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^ *\* ```ts\n((?: *\*.*\n)*?) *\* ```$/gm)].map(([, code], index) => ({
      path: relative(root, file).replace(/\.tsx?$/, `.example-${index}.ts`),
      source: relative(root, file),
      code: code.replace(/^ *\* ?/gm, ''),
    })),
  )

test('each public contract has an example', () => {
  const count = (file) => examples.filter(({ source }) => source === file).length
  expect(Object.fromEntries(Object.keys(contracts).map((file) => [file, count(file)]))).toEqual(contracts)
})

test('examples in doc comments compile', async () => {
  const folder = mkdtempSync(join(root, 'node_modules', '.examples-'))
  try {
    for (const { path, code } of examples) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), `${code}export {}\n`)
    }
    const compilerOptions = {
      ...{ composite: false, declaration: false, noEmit: true, noUnusedLocals: false },
      ...{ rootDirs: [root, folder], types: ['node'], customConditions: ['development'] },
    }
    const files = examples.map(({ path }) => join(folder, path))
    const config = { extends: join(root, 'tsconfig.base.json'), compilerOptions, files }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const { output } = await runTool('@typescript/native/bin/tsc', ['-p', folder, '--pretty', 'false'])
    expect(output).toBe('')
  } finally {
    rmSync(folder, { recursive: true })
  }
}, 180_000)
