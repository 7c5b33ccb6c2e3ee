import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../root.mjs'
import { Copy, changed, follow, stepsOf } from './follow-guide.mjs'

const textOf = (name) => readFileSync(join(root, 'docs', name), 'utf8')
const translates = (name) => textOf(name).includes('catalogues.mjs')
/** Those that translate come first: they would translate what an earlier one forgets. */
const guides = readdirSync(join(root, 'docs'))
  .filter((name) => /^add-.*\.md$/.test(name))
  .toSorted((one, other) => Number(translates(other)) - Number(translates(one)))

/** They change one copy, one after the other: a step that takes long on a busy machine must not run beside the next guide. */
const timeout = 900_000

describe('the guides to add something', { timeout }, () => {
  let copy

  beforeAll(async () => {
    copy = new Copy(root)
    await copy.save()
  })
  afterAll(() => copy?.remove())

  /** What a guide added stays for the next ones, so that one check holds for all of them. */
  test.each(guides)('%s gives what it says when each of its steps is done literally', async (name) => {
    try {
      await follow(textOf(name), copy)
      await copy.save()
    } catch (error) {
      await copy.undo()
      throw error
    }
  })

  test('the static checks pass with everything that the guides add', async () => {
    await copy.run('npm run check')
  })
})

test('a diff changes the one place whose lines it names, and refuses lines that are missing or repeated', () => {
  expect(changed('a\nb\nc\nd\n', ' a\n-b\n+x\n@@\n d\n+e\n')).toBe('a\nx\nc\nd\ne\n')
  expect(() => changed('a\n', ' b\n+c\n')).toThrow('stand 0 times')
  expect(() => changed('a\na\n', ' a\n+c\n')).toThrow('stand 2 times')
})

test('a guide says for each block of code to which file it belongs', () => {
  const block = '```ts\nconst a = 1\n```\n'
  expect(stepsOf(`Define it. Create \`a.ts\`:\n\n${block}`)).toEqual([{ create: 'a.ts', text: 'const a = 1\n' }])
  expect(stepsOf(`<!-- not followed: another way -->\n\n${block}`)).toEqual([])
  expect(() => stepsOf(`In \`a.ts\`:\n\n${block}`)).toThrow('No file is named')
})
