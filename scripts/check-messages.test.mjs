import ts from 'typescript'
import { expect, test } from 'vitest'
import { unknownNames } from './i18n/tested-names.mjs'
import { convert } from './i18n/text.mjs'

/** The texts that the check finds in a module of the builder. */
function textsOf(source) {
  const name = '/builder/some-part.tsx'
  const options = { jsx: ts.JsxEmit.Preserve, noLib: true, noResolve: true, target: ts.ScriptTarget.Latest }
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (path, ...more) =>
    path === name ? ts.createSourceFile(name, source, options.target, true) : getSourceFile(path, ...more)
  const program = ts.createProgram([name], options, host)
  return convert(program.getSourceFile(name), program.getTypeChecker()).found.map((place) => place.split(': ')[1])
}

test.each([
  ['in an element', '<p>Nothing is here</p>', 'Nothing is here'],
  ['in a variable called name', "const name = 'Without a title'", "'Without a title'"],
  ['in a property called name', "const row = { name: 'Other answers' }", "'Other answers'"],
  ['in the attribute name of a component', '<Fact name="Average" />', '"Average"'],
  ['in a variable called words', "const words = 'Not set'", "'Not set'"],
  [
    'in a template with values',
    'declare const who: string; update({}, `${who} is active again.`)',
    '`${who} is active again.`',
  ],
])('the check finds text %s', (_, source, text) => {
  expect(textsOf(`${source}\nexport {}`)).toContain(text)
})

test.each([
  ['the name of a field in HTML', '<input name="First name" />'],
  ['a message', "t('Nothing is here')"],
  ['a key', "const key = 'colloquy-last-workspace'"],
])('the check passes %s', (_, source) => {
  expect(textsOf(`${source}\nexport {}`)).toEqual([])
})

const messages = [
  'Publish',
  'Invite {name} to <a>the bot</a>',
  '{count, plural, one {# reply} other {# replies}} left',
  '{name}',
]

test.each([
  ['a message', "getByRole('button', { name: 'Publish' })"],
  ['a part of a message, in another case', "getByLabel('pub')"],
  ['a message with values', "getByTitle('Invite Ada to the bot')"],
  ['a message in the plural', "getByRole('status', { name: '12 replies left', exact: true })"],
  ['a text that the test itself wrote', "fill('Orders of May')\npage.getByRole('link', { name: 'Orders' })"],
])('a test may look for %s', (_, call) => {
  expect(unknownNames(new Map([['some.test.ts', `page.${call}`]]), messages)).toEqual([])
})

test('a test that looks for a name that nothing has is a problem', () => {
  const source = "page.click()\npage.getByRole('button', { name: 'Release' })\npage.getByLabel('Invite Ada now')"
  expect(unknownNames(new Map([['some.test.ts', source]]), messages)).toEqual([
    expect.stringContaining('some.test.ts:2: no message has the name "Release"'),
    expect.stringContaining('some.test.ts:3: no message has the name "Invite Ada now"'),
  ])
})
