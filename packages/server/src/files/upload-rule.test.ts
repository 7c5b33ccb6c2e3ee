import { extensionsOf } from '@colloquy/flow/file-types'
import { expect, test } from 'vitest'
import { findType } from './content-type.js'
import { allowsContent, announcedExtension } from './upload-rule.js'

const zip = Buffer.from('504b0304140000000000', 'hex')
const png = Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001', 'hex')
const rar = Buffer.from('526172211a0700cf', 'hex')
const text = Buffer.from('a,b\n1,2\n')

test.each([
  ['.csv', 'list.csv', 'application/vnd.ms-excel', text, true],
  ['.csv', 'list.csv', '', Buffer.from('\uFEFFa;b', 'utf16le'), true],
  ['.rar', 'all.rar', 'application/vnd.rar', rar, true],
  ['.pages', 'letter.pages', 'application/vnd.apple.pages', zip, true],
  ['.gpx', 'way.gpx', 'application/octet-stream', Buffer.from('<?xml version="1.0"?><gpx/>'), true],
  ['.xml', 'a.xml', 'text/xml', Buffer.from('<a/>'), true],
  ['.ics', 'a.ics', 'text/calendar', Buffer.from('\uFEFFBEGIN:VCALENDAR'), true],
  ['.jpg', 'photo.jpg', 'image/jpeg', text, false],
  ['.jpg', 'photo.jpg', 'image/jpeg', zip, false],
  ['.csv', 'list.csv', 'text/csv', png, false],
  ['.zip', 'all.zip', 'application/zip', text, false],
])('%s accepts %s announced as "%s" if its content fits', async (entry, name, type, content, isAllowed) => {
  const extensions = extensionsOf([entry])
  const extension = announcedExtension({ visibility: 'public', extensions }, { name, type }) ?? 'none'
  expect(await allowsContent({ extensions }, await findType(content, type), extension)).toBe(isAllowed)
})
