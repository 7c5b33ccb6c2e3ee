// Judges the files that visitors send, for the service and the widget alike. It has no imports: the widget loads it with its file input.

/** Options of an input that lists the types of files it accepts, as the author wrote them. */
interface FileTypeOptions {
  isEnabled?: boolean | undefined
  types?: readonly string[] | undefined
}

/** A file as its sender announces it. `type` is '' if the sender does not know it. */
interface AnnouncedFile {
  name: string
  type: string
}

/** Returns the entries that limit the types of an input; undefined if files of all types are accepted. */
export function listedTypes(options: FileTypeOptions | undefined): readonly string[] | undefined {
  const types = options?.isEnabled ? (options.types ?? []) : []
  return types.length === 0 || types.some((entry) => /^\s*\*(\/\*)?\s*$/.test(entry)) ? undefined : types
}

/** File extensions that entries such as ".pdf", "*.pdf", "pdf, docx", "application/pdf" or "image/*" name, in lower case. */
export function extensionsOf(entries: readonly string[]): Set<string> {
  return new Set(
    entries.flatMap(namesIn).flatMap((name) => (name.includes('/') ? extensionsOfType(name) : lastPart(name))),
  )
}

/**
 * Returns the extension under which a list accepts a file, or undefined. The name decides; the type decides for names without a known
 * extension, and an image, sound or video is never taken for anything else. What the content is, is found out when it arrives.
 */
export function acceptedExtension(file: AnnouncedFile, listed: ReadonlySet<string>): string | undefined {
  const ofName = extensionOfName(file.name)
  const type = file.type === 'application/octet-stream' ? '' : file.type
  const named = ofName && [ofName, ...spellingsOf(ofName)].find((extension) => listed.has(extension))
  if (named) return isOtherMedium(named, type) ? undefined : named
  if (type === '' || (ofName && mediaOf.has(ofName))) return undefined
  return extensionsOfType(type).find((extension) => listed.has(extension) && /^[a-z0-9]{1,8}$/.test(extension))
}

/** Returns the last extension of a name, in lower case; undefined without one. */
export function extensionOfName(name: string): string | undefined {
  return /\.([a-z0-9]{1,8})\s*$/i.exec(name)?.[1]?.toLowerCase()
}

/** Returns the list in the format of a file field, with all spellings of an extension. */
export function acceptAttribute(entries: readonly string[]): string {
  const accepted = entries
    .flatMap(namesIn)
    .flatMap((name) =>
      name.includes('/') ? name : [lastPart(name), ...spellingsOf(lastPart(name))].map((it) => `.${it}`),
    )
  return [...new Set(accepted)].join(',')
}

function namesIn(entry: string): string[] {
  return entry
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((name, index, all) => name !== '' || all.length === 1)
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

function extensionsOfType(type: string): readonly string[] {
  if (type.endsWith('/*'))
    return Object.keys(extensions).flatMap((one) => (one.startsWith(type.slice(0, -1)) ? (extensions[one] ?? []) : []))
  const name = type.slice(type.indexOf('/') + 1)
  return extensions[type] ?? [name, name.replace(/^(x-|vnd\.)/, '')]
}

/** True if one of them is an image, sound or video, and the other is known to be something else. */
function isOtherMedium(extension: string, type: string): boolean {
  const media = mediaOf.get(extension)
  return media !== undefined && Object.hasOwn(extensions, type) && !media.has(mediumOf(type))
}

function spellingsOf(extension: string): readonly string[] {
  return spellings.find((all) => all.includes(extension)) ?? []
}

function mediumOf(type: string): 'image' | 'recording' | 'other' {
  if (type.startsWith('image/')) return 'image'
  return /^(audio|video)\//.test(type) ? 'recording' : 'other'
}

/** Extensions of the same format. */
const spellings = [
  ['jpg', 'jpeg', 'jpe', 'jfif'],
  ['heic', 'heif'],
  ['tif', 'tiff'],
  ['aif', 'aiff'],
  ['mid', 'midi'],
  ['mpg', 'mpeg'],
  ['mov', 'qt'],
  ['htm', 'html'],
  ['yaml', 'yml'],
  ['md', 'markdown'],
]

/** Extensions by type, as browsers, phones and signatures name it; the most usual one first. */
const extensions: Record<string, readonly string[]> = {
  'application/csv': ['csv'],
  'application/epub+zip': ['epub'],
  'application/gzip': ['gz', 'tgz'],
  'application/javascript': ['js', 'mjs'],
  'application/json': ['json'],
  'application/msword': ['doc', 'dot'],
  'application/octet-stream': ['bin'],
  'application/pdf': ['pdf'],
  'application/postscript': ['ps', 'eps', 'ai'],
  'application/rtf': ['rtf'],
  'application/vnd.ms-excel': ['xls'],
  'application/vnd.ms-outlook': ['msg'],
  'application/vnd.ms-powerpoint': ['ppt'],
  'application/vnd.oasis.opendocument.presentation': ['odp'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.rar': ['rar'],
  'application/x-7z-compressed': ['7z'],
  'application/x-gzip': ['gz', 'tgz'],
  'application/x-msdownload': ['exe', 'dll'],
  'application/x-pdf': ['pdf'],
  'application/x-rar-compressed': ['rar'],
  'application/x-sh': ['sh'],
  'application/x-tar': ['tar'],
  'application/x-yaml': ['yaml', 'yml'],
  'application/x-zip-compressed': ['zip'],
  'application/xml': ['xml'],
  'application/yaml': ['yaml', 'yml'],
  'application/zip': ['zip'],
  'audio/3gpp': ['3gp'],
  'audio/aac': ['aac'],
  'audio/aiff': ['aif', 'aiff'],
  'audio/amr': ['amr'],
  'audio/flac': ['flac'],
  'audio/midi': ['mid', 'midi'],
  'audio/mp3': ['mp3'],
  'audio/mp4': ['m4a', 'mp4a'],
  'audio/mpeg': ['mp3', 'mpga'],
  'audio/ogg': ['ogg', 'oga', 'opus'],
  'audio/vnd.wave': ['wav'],
  'audio/wav': ['wav'],
  'audio/wave': ['wav'],
  'audio/webm': ['weba'],
  'audio/x-caf': ['caf'],
  'audio/x-m4a': ['m4a'],
  'audio/x-ms-wma': ['wma'],
  'audio/x-wav': ['wav'],
  'image/apng': ['apng', 'png'],
  'image/avif': ['avif'],
  'image/bmp': ['bmp'],
  'image/gif': ['gif'],
  'image/heic': ['heic'],
  'image/heic-sequence': ['heic'],
  'image/heif': ['heif'],
  'image/heif-sequence': ['heif'],
  'image/jp2': ['jp2'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/jpg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/jxl': ['jxl'],
  'image/pjpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/svg+xml': ['svg'],
  'image/tiff': ['tif', 'tiff'],
  'image/vnd.adobe.photoshop': ['psd'],
  'image/vnd.dwg': ['dwg'],
  'image/vnd.dxf': ['dxf'],
  'image/vnd.microsoft.icon': ['ico'],
  'image/webp': ['webp'],
  'image/x-adobe-dng': ['dng'],
  'image/x-icon': ['ico'],
  'message/rfc822': ['eml'],
  'text/calendar': ['ics'],
  'text/css': ['css'],
  'text/csv': ['csv'],
  'text/html': ['html', 'htm'],
  'text/javascript': ['js', 'mjs'],
  'text/markdown': ['md', 'markdown'],
  'text/plain': ['txt', 'text', 'log'],
  'text/rtf': ['rtf'],
  'text/tab-separated-values': ['tsv'],
  'text/vcard': ['vcf'],
  'text/vtt': ['vtt'],
  'text/x-vcard': ['vcf'],
  'text/xml': ['xml'],
  'text/yaml': ['yaml', 'yml'],
  'video/3gpp': ['3gp'],
  'video/3gpp2': ['3g2'],
  'video/matroska': ['mkv'],
  'video/mp4': ['mp4', 'm4v'],
  'video/mpeg': ['mpeg', 'mpg'],
  'video/ogg': ['ogv'],
  'video/quicktime': ['mov', 'qt'],
  'video/vnd.avi': ['avi'],
  'video/webm': ['webm'],
  'video/x-flv': ['flv'],
  'video/x-m4v': ['m4v'],
  'video/x-matroska': ['mkv'],
  'video/x-ms-wmv': ['wmv'],
  'video/x-msvideo': ['avi'],
}

/** Media of the known extensions. */
const mediaOf = new Map<string, Set<'image' | 'recording' | 'other'>>()
for (const [type, known] of Object.entries(extensions))
  for (const extension of known) mediaOf.set(extension, (mediaOf.get(extension) ?? new Set()).add(mediumOf(type)))
