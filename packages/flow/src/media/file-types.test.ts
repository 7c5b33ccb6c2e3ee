import { expect, test } from 'vitest'
import { acceptAttribute, acceptedExtension, extensionsOf, listedTypes } from './file-types.js'

const accepted = (entries: string[], name: string, type: string) =>
  acceptedExtension({ name, type }, extensionsOf(entries))

test.each([
  ['.csv', 'list.csv', 'application/vnd.ms-excel', 'csv'],
  ['.csv', 'list.csv', 'text/comma-separated-values', 'csv'],
  ['text/csv', 'list.CSV', 'application/octet-stream', 'csv'],
  ['.zip', 'all.zip', 'application/x-zip-compressed', 'zip'],
  ['application/zip', 'all.zip', 'application/x-zip', 'zip'],
  ['.docx', 'cv.docx', 'application/zip', 'docx'],
  ['.heic', 'photo.heic', 'image/heif', 'heic'],
  ['.heic', 'photo.HEIF', 'image/heic', 'heic'],
  ['image/*', 'IMG_1.HEIC', '', 'heic'],
  ['.jpg', 'photo.JPEG', 'image/jpeg', 'jpg'],
  ['.jpeg', 'photo.jpg', 'image/pjpeg', 'jpeg'],
  ['.jfif', 'a.jfif', 'image/jpeg', 'jfif'],
  ['image/jpeg', 'photo.jpg', '', 'jpg'],
  ['.m4a', 'memo.m4a', 'audio/x-m4a', 'm4a'],
  ['audio/*', 'memo.m4a', 'video/mp4', 'm4a'],
  ['.ogg', 'a.ogg', 'video/ogg', 'ogg'],
  ['.psd', 'a.psd', 'image/vnd.adobe.photoshop', 'psd'],
  ['.dwg', 'plan.dwg', 'image/vnd.dwg', 'dwg'],
  ['dwg', 'plan.DWG', 'application/acad', 'dwg'],
  ['.eml', 'mail.eml', 'message/rfc822', 'eml'],
  ['.yaml', 'a.yaml', 'application/x-yaml', 'yaml'],
  ['.tar.gz', 'all.tar.gz', 'application/gzip', 'gz'],
  ['*.pdf', 'report.final.pdf', 'application/pdf', 'pdf'],
  ['jpg, PDF', 'a.pdf', 'application/pdf', 'pdf'],
  ['application/pdf', 'Scan 12.05', 'application/pdf', 'pdf'],
  ['image/*', 'photo', 'image/png', 'png'],
  ['application/x-foo', 'a.foo', 'application/x-foo', 'foo'],
])('%s accepts %s announced as "%s", as .%s', (entry, name, type, extension) => {
  expect(accepted([entry], name, type)).toBe(extension)
})

test.each([
  ['.png', 'a.png.exe', 'image/png'],
  ['.png', 'a.svg', 'image/png'],
  ['.pdf', 'a.pdf', 'image/png'],
  ['.pdf', 'a.pdf', 'video/mp4'],
  ['.png', 'a.png', 'text/html'],
  ['.pdf', 'a', ''],
  ['.pdf', 'pdf', 'application/octet-stream'],
  ['image/*', 'a.pdf', ''],
  ['', 'a.pdf', 'application/pdf'],
])('"%s" does not accept %s announced as "%s"', (entry, name, type) => {
  expect(accepted([entry], name, type)).toBeUndefined()
})

test('a list that is off, empty or names everything limits nothing', () => {
  for (const options of [
    undefined,
    { isEnabled: false, types: ['.pdf'] },
    { isEnabled: true },
    { isEnabled: true, types: [] },
    { isEnabled: true, types: ['.pdf', '*/*'] },
    { isEnabled: true, types: ['*'] },
  ])
    expect(listedTypes(options)).toBeUndefined()
  expect(listedTypes({ isEnabled: true, types: ['.pdf'] })).toEqual(['.pdf'])
})

test('a file field takes extensions with a dot and in all spellings, and types as they are', () => {
  expect(acceptAttribute(['png', '.JPG', '*.pdf', 'image/*'])).toBe('.png,.jpg,.jpeg,.jpe,.jfif,.pdf,image/*')
})
