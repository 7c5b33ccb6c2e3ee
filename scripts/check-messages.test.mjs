import ts from 'typescript'
import { expect, test } from 'vitest'
import { findTexts } from './i18n/find-texts.mjs'

/** The texts that the check finds in a module of the builder. */
function textsOf(source) {
  const name = '/builder/some-part.tsx'
  const options = { jsx: ts.JsxEmit.Preserve, noLib: true, noResolve: true, target: ts.ScriptTarget.Latest }
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (path, ...more) =>
    path === name ? ts.createSourceFile(name, source, options.target, true) : getSourceFile(path, ...more)
  const program = ts.createProgram([name], options, host)
  const file = program.getSourceFile(name)
  return findTexts(file, program.getTypeChecker()).map((node) => node.getText(file))
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
