import { processorTimeOf } from '@colloquy/test-kit/growth'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitTemplate, type TemplatePart } from './split-template.js'

/** The source text of a part. */
function written(part: TemplatePart): string {
  if (part.kind === 'text') return part.text
  return part.kind === 'name' ? `{{${part.name}}}` : `{{=${part.code}=}}`
}

const text = (said: string) => ({ kind: 'text', text: said })
const name = (named: string) => ({ kind: 'name', name: named })
const code = (written: string) => ({ kind: 'code', code: written })

test.each([
  ['Hi {{Name}}!', [text('Hi '), name('Name'), text('!')]],
  ['{{{A}}}', [text('{'), name('A'), text('}')]],
  ['{{=1 + 1=}}{{A}}', [code('1 + 1'), name('A')]],
  ['{{={{A}} + 1=}}', [code('{{A}} + 1')]],
  ['{{==}}', [name('==')]],
  ['{{=a\nb=}}', [name('=a\nb=')]],
  ['{{=a{{B}}', [text('{{=a'), name('B')]],
  ['{{}} {{ {{', [text('{{}} {{ {{')]],
  ['{{=}} x =}}', [code('}} x ')]],
])('%j is split', (template, parts) => {
  expect(splitTemplate(template)).toEqual(parts)
})

test('nothing of a text is lost, and it is split as the pattern of its syntax says', () => {
  const pieces = fc.constantFrom('{{', '}}', '=', '{', '}', 'a', '\n', '=}}', '{{=', 'Name')
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 14 }), (array) => {
      const template = array.join('')
      const parts = splitTemplate(template)
      expect(parts.map(written).join('')).toBe(template)
      const matches = [...template.matchAll(/\{\{=(.+?)=\}\}|\{\{([^{}]+)\}\}/g)]
      expect(parts.filter(({ kind }) => kind !== 'text').map(written)).toEqual(matches.map(([whole]) => whole))
    }),
    { numRuns: 2000 },
  )
})

test.each(['{{', '{{=', '{{=\n', '{{=a=', '{{a', '{{{'])('a lot of %j takes no time', async (piece) => {
  expect(await processorTimeOf(() => splitTemplate(`${piece.repeat(300_000)}=}}`))).toBeLessThan(2_000)
})
