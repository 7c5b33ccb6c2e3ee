import { expect, test } from 'vitest'
import { messagesOf } from './person-messages.js'

const said = (text: string | null, ...attachedFileUrls: string[]) =>
  messagesOf({ number: 1, kind: 'person', name: 'Ana', text, attachedFileUrls }, true).map(({ type, content }) =>
    'plainText' in content ? content.plainText : type,
  )
const url = (name: string) => `https://example.com/files/${name}`

test('files that come with nothing but their names are links with these names', () => {
  expect(said('Form A.pdf', url('x1.pdf'))).toEqual(['Form A.pdf'])
  expect(said('a.pdf, b.DOCX', url('x1.pdf'), url('x2.docx'))).toEqual(['a.pdf', 'b.DOCX'])
})

test('a text of its own stays beside the files', () => {
  expect(said('Here it is.', url('x1.pdf'))).toEqual(['Here it is.', 'x1.pdf'])
  expect(said('Hello, Ana', url('x1'), url('x2'))).toEqual(['Hello, Ana', 'x1', 'x2'])
  expect(said('photo.png', url('x1.png'))).toEqual(['photo.png', 'image'])
})

test('the first message of somebody begins with their name', () => {
  const [first] = messagesOf(
    { number: 1, kind: 'person', name: 'Ana', text: 'a.pdf', attachedFileUrls: [url('x.pdf')] },
    true,
  )
  expect(JSON.stringify(first)).toContain('"text":"Ana","bold":true')
})
