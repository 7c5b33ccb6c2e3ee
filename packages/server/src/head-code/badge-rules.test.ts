import { processorTimeOf } from '@colloquy/test-kit/growth'
import { expect, test } from 'vitest'
import { withoutBadgeRules } from './badge-rules.js'
import { elementsOf } from './elements-of.js'

test.each([
  ['.a{color:red}', '.a{color:red}'],
  ['.a{color:red} .lite-badge{display:none} .b{x:y}', '.a{color:red} .b{x:y}'],
  ['#lite-badge, .c { display: none !important }', ''],
  ['.lite-badge{/* } */display:none}.b{x:y}', '.b{x:y}'],
  ['.lite-badge{&:hover{display:none}}.b{x:y}', '.b{x:y}'],
  ['@media print{.lite-badge{display:none}}.b{x:y}', '.b{x:y}'],
  ['@media print{.lite-badge{display:none}.a{x:y}}', '@media print{.a{x:y}}'],
  ['.b{x:y} .lite-badge{display:none', '.b{x:y} .lite-badge{display:none'],
  ['', ''],
])('%j is left as %j', (css, left) => {
  expect(withoutBadgeRules(css)).toBe(left)
})

test.each(['{', '{}', '{{}', '/* ', '/*', '.lite-badge{', '@media{'])('a lot of %s takes no time', async (piece) => {
  const css = `.lite-badge{}${piece.repeat(200_000)}${'}'.repeat(200_000)}`
  expect(await processorTimeOf(() => withoutBadgeRules(css))).toBeLessThan(2_000)
})

test.each([
  ['<script>let a = 1</script>', '<script>let a = 1</script>'],
  [
    ' text <meta name="a" content="b"> more <!-- note --> <script async src=x></script>\n',
    '<meta name="a" content="b">\n<script async src=x></script>',
  ],
  ['<style>.a{x:y}.lite-badge{display:none}</style>', '<style>.a{x:y}</style>'],
  ['<style>.lite-badge{display:none}</style>', ''],
  ['only words', ''],
  ['<title>A', '<title>A'],
])('of the head code %j stays %j', (authored, left) => {
  expect(elementsOf(authored, 500)).toBe(left)
})
