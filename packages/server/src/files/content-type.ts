import { extensionsOf } from '@colloquy/blocks'
import { fileTypeFromBuffer, supportedExtensions, supportedMimeTypes } from 'file-type'

/** How much of the beginning of a file is looked at, in bytes. */
export const headLength = 16_384

/** What the beginning of a file tells about it. */
export interface FoundType {
  /** What it is served as: a type that does nothing in a browser, or bytes for download. */
  type: string
  /** Extensions that a file of this kind may have; undefined when its content bears no signature. */
  extensions: Set<string> | undefined
}

/** Finds the type of a file in its content; what was announced only decides between types with the same container. */
export async function findType(head: Buffer, announced: string): Promise<FoundType> {
  const found = essence((await fileTypeFromBuffer(head).catch(() => undefined))?.mime)
  if (found === '') return { type: isText(head) && texts.has(announced) ? announced : bytes, extensions: undefined }
  const family = families.find((types) => types.includes(found)) ?? [found]
  const type = family.includes(announced) ? announced : found
  return { type: isServedAsItself(type) ? type : bytes, extensions: extensionsOf(family) }
}

/** Whether content of this type, or behind this extension, would have been recognised by its signature. */
export function hasSignature(type: string, extension: string): boolean {
  return (
    (supportedMimeTypes as ReadonlySet<string>).has(type) || (supportedExtensions as ReadonlySet<string>).has(extension)
  )
}

/** A MIME type without its parameters, in lower case; '' for one that is none. */
export function essence(type: string | undefined): string {
  const text = type?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return /^[a-z0-9!#$&^_.+-]{1,100}\/[a-z0-9!#$&^_.+-]{1,100}$/.test(text) ? text : ''
}

/** Pictures, sounds and videos may be shown by a browser that goes to their address; all else is saved. */
export function isShown(type: string): boolean {
  return media.has(type)
}

export const bytes = 'application/octet-stream'

function isServedAsItself(type: string): boolean {
  return media.has(type) || texts.has(type) || documents.has(type)
}

const media = new Set([
  ...['image/avif', 'image/bmp', 'image/gif', 'image/heic', 'image/heif', 'image/jpeg', 'image/png', 'image/apng'],
  ...['image/tiff', 'image/webp', 'image/x-icon'],
  ...['audio/aac', 'audio/flac', 'audio/mp4', 'audio/mpeg', 'audio/ogg', 'audio/wav', 'audio/webm', 'audio/x-m4a'],
  ...['video/mp4', 'video/mpeg', 'video/ogg', 'video/quicktime', 'video/webm', 'video/x-m4v'],
])

/** Nothing in their content tells them apart, and nothing in it is run. */
const texts = new Set([
  ...['text/plain', 'text/csv', 'text/tab-separated-values', 'text/markdown', 'text/calendar', 'text/vcard'],
  'application/json',
])

const zipDocuments = [
  'application/vnd.oasis.opendocument.presentation',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/epub+zip',
]
const oldOffice = ['application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint']
const documents = new Set(['application/pdf', 'application/zip', 'application/gzip', ...zipDocuments, ...oldOffice])

/** Types that share a container, so that a signature does not tell which one it is. */
const families = [
  ['audio/webm', 'video/webm', 'video/matroska', 'video/x-matroska'],
  ['audio/mp4', 'audio/x-m4a', 'video/mp4', 'video/x-m4v', 'video/quicktime'],
  ['audio/ogg', 'video/ogg', 'application/ogg'],
  ['audio/wav', 'audio/wave', 'audio/x-wav', 'audio/vnd.wave'],
  ['audio/mpeg', 'audio/mp3'],
  ['image/jpeg', 'image/jpg'],
  ['image/png', 'image/apng'],
  ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'],
  ['image/x-icon', 'image/vnd.microsoft.icon'],
  ['application/gzip', 'application/x-gzip'],
  ['application/zip', 'application/x-zip-compressed', ...zipDocuments],
  ['application/x-cfb', ...oldOffice],
]

function isText(head: Buffer): boolean {
  if (head.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}
