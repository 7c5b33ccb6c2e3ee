/** File extensions that an author allows, from entries such as ".pdf", "pdf", "application/pdf" or "image/*". */
export function extensionsOf(allowed: readonly string[]): Set<string> {
  return new Set(
    allowed.flatMap((entry) => {
      const type = entry.trim().toLowerCase()
      if (!type.includes('/')) return [type.replace(/^\./, '')]
      if (type.endsWith('/*')) return extensionsOfFamily(type.slice(0, -1))
      return extensions[type] ?? [type.slice(type.indexOf('/') + 1)]
    }),
  )
}

function extensionsOfFamily(prefix: string): string[] {
  return Object.entries(extensions).flatMap(([type, known]) => (type.startsWith(prefix) ? known : []))
}

const extensions: Record<string, string[]> = {
  'application/gzip': ['gz', 'tgz'],
  'application/json': ['json'],
  'application/msword': ['doc', 'dot'],
  'application/octet-stream': ['bin'],
  'application/pdf': ['pdf'],
  'application/rtf': ['rtf'],
  'application/vnd.ms-excel': ['xls'],
  'application/vnd.ms-powerpoint': ['ppt'],
  'application/vnd.oasis.opendocument.presentation': ['odp'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/xml': ['xml'],
  'application/zip': ['zip'],
  'audio/aac': ['aac'],
  'audio/flac': ['flac'],
  'audio/midi': ['mid', 'midi'],
  'audio/mp4': ['m4a', 'mp4a'],
  'audio/mpeg': ['mp3', 'mpga'],
  'audio/ogg': ['ogg', 'oga', 'opus'],
  'audio/wav': ['wav'],
  'audio/webm': ['weba'],
  'image/avif': ['avif'],
  'image/bmp': ['bmp'],
  'image/gif': ['gif'],
  'image/heic': ['heic'],
  'image/heif': ['heif'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe'],
  'image/png': ['png'],
  'image/svg+xml': ['svg'],
  'image/tiff': ['tif', 'tiff'],
  'image/webp': ['webp'],
  'image/x-icon': ['ico'],
  'text/calendar': ['ics'],
  'text/css': ['css'],
  'text/csv': ['csv'],
  'text/html': ['html', 'htm'],
  'text/javascript': ['js', 'mjs'],
  'text/markdown': ['md', 'markdown'],
  'text/plain': ['txt', 'text', 'log'],
  'video/mp4': ['mp4', 'm4v'],
  'video/mpeg': ['mpeg', 'mpg'],
  'video/ogg': ['ogv'],
  'video/quicktime': ['mov', 'qt'],
  'video/webm': ['webm'],
  'video/x-matroska': ['mkv'],
  'video/x-msvideo': ['avi'],
}
