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
  const named = ofName && allSpellings(ofName).find((extension) => listed.has(extension))
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
    .flatMap((name) => (name.includes('/') ? name : allSpellings(lastPart(name)).map((it) => `.${it}`)))
  return accepted.join(',')
}

function namesIn(entry: string): string[] {
  return entry
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

function extensionsOfType(type: string): readonly string[] {
  if (type.endsWith('/*'))
    return [...extensions].flatMap(([one, names]) => (one.startsWith(type.slice(0, -1)) ? names : []))
  const name = type.slice(type.indexOf('/') + 1)
  return extensions.get(type) ?? [name, name.replace(/^(x-|vnd\.)/, '')]
}

/** True if one of them is an image, sound or video, and the other is known to be something else. */
function isOtherMedium(extension: string, type: string): boolean {
  const media = mediaOf.get(extension)
  return media !== undefined && extensions.has(type) && !media.includes(mediumOf(type))
}

/** The extension itself, then others of the same format. */
function allSpellings(extension: string): readonly string[] {
  return [extension, ...(spellings.find((all) => all.includes(extension)) ?? []).filter((it) => it !== extension)]
}

function mediumOf(type: string): string {
  return /^(image|audio|video)/.exec(type)?.[0].replace('audio', 'video') ?? ''
}

/** Extensions of the same format. */
const spellings = ['jpg jpeg jpe jfif', 'heic heif', 'tif tiff', 'htm html'].map((all) => all.split(' '))

/**
 * Extensions by medium and type, where they differ from the type or belong to a wildcard: `type=extension,extension`, or the type alone.
 * A name with a listed extension is accepted under any type that is not here.
 */
const known = {
  application:
    'gzip=gz,tgz json msword=doc octet-stream=bin pdf rtf vnd.ms-excel=xls vnd.ms-powerpoint=ppt ' +
    'vnd.oasis.opendocument.presentation=odp vnd.oasis.opendocument.spreadsheet=ods vnd.oasis.opendocument.text=odt ' +
    'vnd.openxmlformats-officedocument.presentationml.presentation=pptx ' +
    'vnd.openxmlformats-officedocument.spreadsheetml.sheet=xlsx ' +
    'vnd.openxmlformats-officedocument.wordprocessingml.document=docx x-msdownload=exe xml zip',
  audio: 'aac flac midi=mid mp4=m4a mpeg=mp3 ogg=ogg,oga,opus wav webm=weba',
  image: 'avif bmp gif heic heif jpeg=jpg,jpeg,jpe,jfif png svg+xml=svg tiff=tif,tiff webp x-icon=ico',
  text: 'calendar=ics css csv html=html,htm javascript=js,mjs markdown=md plain=txt,log vcard=vcf',
  video: 'mp4=mp4,m4v mpeg=mpeg,mpg ogg=ogv quicktime=mov webm x-matroska=mkv x-msvideo=avi',
}

type Medium = keyof typeof known

const extensions = new Map<string, readonly string[]>()
/** Media of the known extensions; a recording may be announced as audio or video. */
const mediaOf = new Map<string, string[]>()
for (const medium of Object.keys(known) as Medium[])
  for (const entry of known[medium].split(' ')) {
    const [type = '', names = type] = entry.split('=')
    extensions.set(`${medium}/${type}`, names.split(','))
    for (const name of names.split(',')) mediaOf.set(name, [...(mediaOf.get(name) ?? []), mediumOf(medium)])
  }
