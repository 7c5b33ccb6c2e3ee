import { extensionsOf } from '@colloquy/flow/file-types'

/** Bytes at the beginning of a file that are inspected. */
export const headLength = 16_384

/** Type of a file, as found in its beginning. */
export interface FoundType {
  /** Type that it is served as: one that is harmless in a browser, or bytes for download. */
  type: string
  /** Extensions that a file of this kind may have; undefined if its content has no signature. */
  extensions: Set<string> | undefined
  /** Formats with other extensions use the same container. */
  isContainer: boolean
  isText: boolean
}

/** Detects the type of a file from its content; the announced type only decides between types with the same container. */
export async function findType(head: Buffer, announced: string): Promise<FoundType> {
  const { fileTypeFromBuffer } = await import('file-type')
  const isPlain = isText(head)
  // The mark of UTF-16 is also the first bytes of an old format of sound.
  const detected = isPlain && isUtf16(head) ? undefined : await fileTypeFromBuffer(head).catch(() => undefined)
  const found = essence(detected?.mime)
  if (!detected || found === '')
    return {
      type: isPlain && !isUtf16(head) && texts.has(announced) ? announced : bytes,
      extensions: undefined,
      isContainer: false,
      isText: isPlain,
    }
  const family = families.find((types) => types.includes(found)) ?? [found]
  const type = family.includes(announced) ? announced : found
  return {
    type: isServedAsItself(type) ? type : bytes,
    extensions: extensionsOf([...family, detected.ext]),
    isContainer: containers.has(found),
    isText: isPlain,
  }
}

/** True if content with this extension would have been recognized by its signature. */
export async function hasSignature(extension: string): Promise<boolean> {
  const { supportedExtensions } = await import('file-type')
  return (supportedExtensions as ReadonlySet<string>).has(extension)
}

/** Returns a MIME type without its parameters, in lower case; '' if it is invalid. */
export function essence(type: string | undefined): string {
  const text = type?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return /^[a-z0-9!#$&^_.+-]{1,100}\/[a-z0-9!#$&^_.+-]{1,100}$/.test(text) ? text : ''
}

/** True if a browser that opens the address may show the file: images, audio and video. All other files are downloaded. */
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

/** Types that their content cannot distinguish. Browsers do not run anything in them. */
const texts = new Set([
  ...[
    'text/plain',
    'text/csv',
    'text/tab-separated-values',
    'text/markdown',
    'text/calendar',
    'text/vcard',
    'text/vtt',
  ],
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

/** Types that share a container, so that a signature does not distinguish them. */
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

/** Formats such as .pages, .gpx, .msg and .ai are one of these. */
const containers = new Set([
  'application/zip',
  'application/xml',
  'application/x-cfb',
  'application/gzip',
  'application/pdf',
])

function isText(head: Buffer): boolean {
  if (isUtf16(head)) {
    const text = new TextDecoder(head[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(head)
    const plain = text.match(/[\t\n\r -~]/g)?.length ?? 0
    return plain * 8 >= text.length && !text.includes('\0')
  }
  if (head.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}

function isUtf16(head: Buffer): boolean {
  return (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
}
