import type { Piece } from './pieces.js'

/** The part of an address in which the next value stands. */
type Part = 'start' | 'host' | 'path' | 'opaque' | 'query' | 'fragment'

/**
 * Inserts values into an address so that none of them changes its other parts: each is encoded for the part in which it stands. What an
 * author leaves to a value entirely is taken as an address: the whole address or its beginning, the whole host, the whole query, and a path
 * that begins with a slash. Takes time linear in the length of the result.
 */
export function fillAddress(pieces: readonly Piece[]): string {
  let address = ''
  let part: Part = 'start'
  for (const [index, piece] of pieces.entries()) {
    if ('text' in piece) {
      address += piece.text
      part = partAfter(part, piece.text)
      continue
    }
    const before = textOf(pieces[index - 1])
    const after = textOf(pieces[index + 1])
    const added = part === 'start' ? piece.value : encodeIn(part, piece.value, { before, after })
    address += added
    if (part === 'start' || part === 'host') part = partAfter(part, added)
  }
  return address
}

/** Appends parameters, which are already encoded, to the query of an address. */
export function withParameters(address: string, parameters: readonly string[]): string {
  if (parameters.length === 0) return address
  const end = address.indexOf('#')
  const [base, fragment] = end < 0 ? [address, ''] : [address.slice(0, end), address.slice(end)]
  const sign = !base.includes('?') ? '?' : /[?&]$/.test(base) ? '' : '&'
  return `${base}${sign}${parameters.join('&')}${fragment}`
}

/** Encodes a text as one component of an address: a segment of its path, or a name or value in its query. */
export function encodeComponent(text: string): string {
  return encodeURIComponent(text.replace(loneSurrogate, '\ufffd'))
}

/** A path cannot contain a segment of dots, also encoded: browsers and servers go up by them. Its percent signs are encoded, too. */
export function encodeSegment(text: string): string {
  return text === '.' || text === '..' ? text.replaceAll('.', '%252E') : encodeComponent(text)
}

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

const textOf = (piece: Piece | undefined): string | undefined =>
  piece === undefined ? undefined : 'text' in piece ? piece.text : ''

function partAfter(part: Part, text: string): Part {
  let rest = text
  if (part === 'start') {
    rest = rest.trimStart()
    if (rest === '') return 'start'
    const scheme = /^[a-z][a-z\d+.-]*:(?!\d)/i.exec(rest)?.[0]
    if (scheme !== undefined) rest = rest.slice(scheme.length)
    if (!rest.startsWith('//') && scheme !== undefined) part = 'opaque'
    else {
      if (rest.startsWith('//')) rest = rest.slice(2)
      part = 'host'
    }
  }
  const end = rest.search(/[?#]/)
  if (part === 'query' || end < 0 || part === 'fragment') {
    if (part === 'query' && rest.includes('#')) return 'fragment'
    return part === 'host' && /[\\/]/.test(rest) ? 'path' : part
  }
  return rest[end] === '#' || rest.includes('#', end) ? 'fragment' : 'query'
}

/** The author's text on both sides: undefined where the address begins or ends, and '' where another value stands. */
interface Neighbours {
  before: string | undefined
  after: string | undefined
}

function encodeIn(part: Exclude<Part, 'start'>, value: string, { before, after }: Neighbours): string {
  switch (part) {
    case 'host': {
      const isWholeHost = before !== undefined && /\/\/$/.test(before) && (after === undefined || /^[/?#:]/.test(after))
      if (isWholeHost || value.startsWith('/')) return encodePath(value)
      return encodeComponent(value).replace(/%3A(?=\d{1,5}$)/i, ':')
    }
    case 'path':
      if (value.startsWith('/') && before !== undefined && before !== '' && !before.endsWith('/'))
        return encodePath(value)
      return isWholeSegment(before, after) ? encodeSegment(value) : encodeComponent(value)
    case 'opaque':
      return encodeComponent(value.trim()).replace(/%(?:40|2B|2C|3A|3B)/gi, decodeURIComponent)
    case 'query': {
      const isWholeQuery = before?.endsWith('?') && (after === undefined || after.startsWith('#'))
      return isWholeQuery
        ? encodeComponent(value).replace(/%(?:3D|26|25(?=[\da-f]{2}))/gi, decodeURIComponent)
        : encodeComponent(value)
    }
    case 'fragment':
      return encodeComponent(value)
  }
}

/** Encodes each segment of a path; a port after the first one stays. */
const encodePath = (value: string): string =>
  value
    .split('/')
    .map((segment, index) =>
      index === 0 ? encodeSegment(segment).replace(/%3A(?=\d{1,5}$)/i, ':') : encodeSegment(segment),
    )
    .join('/')

const isWholeSegment = (before: string | undefined, after: string | undefined): boolean =>
  (before === undefined || before.endsWith('/')) && (after === undefined || /^[/?#]/.test(after))
