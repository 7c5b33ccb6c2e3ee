import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { logCauses } from '@colloquy/engine'
import { lintRules } from '@colloquy/flow'
import { expect, test } from 'vitest'

const sources = ['.', '../../engine/src']
  .map((folder) => fileURLToPath(new URL(folder, import.meta.url)))
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|testing/.test(name))
      .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') })),
  )
const ids = new Set(lintRules.map(({ id }) => id))

test.each(Object.entries(logCauses))(
  'The cause %s of a log is reported by lint rules that exist, or says why none can',
  (_, source) => {
    if ('lint' in source) expect(source.lint.filter((id) => !ids.has(id))).toEqual([])
    else expect(source.onlyWhileRunning).toMatch(/ /)
  },
)

test('Every cause of a log is that of a log in the engine or a block', () => {
  const unused = Object.keys(logCauses).filter(
    (cause) => !sources.some(({ text }) => text.includes(`('${cause}'`) || text.includes(`'${cause}' :`)),
  )
  expect(unused).toEqual([])
})

test('Nothing writes a log without its cause', () => {
  const direct = sources.filter(({ text }) => /\blogs\.push\(/.test(text)).map(({ name }) => name)
  // The state of a turn keeps what was logged with a cause, and continues the logs of a generation.
  expect(direct.sort()).toEqual(['generate.ts', 'turn-state.ts'])
})
