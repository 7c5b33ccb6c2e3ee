import { createGunzip } from 'node:zlib'
import { decodeText } from '@colloquy/ports/text'
import { readUrl } from '@colloquy/ports/urls'
import type { Limits } from '../limits/limits.js'
import type { FetchedText } from './chunk-document.js'
import { UnreadableDocument } from './document.js'

export type SitemapLimits = Pick<Limits, 'sitemapBytes' | 'sitemapEntries'>

export interface SitemapToRead extends FetchedText {
  /** Its address, for messages. */
  url: string
  /** Address of the site whose pages are wanted, and the path under which they are. */
  site: string
  folder: string
  /** Maximum number of addresses returned. */
  max: number
}

/** The addresses that a sitemap names: of other sitemaps if it is an index, else of pages of the site, each once. */
export interface ReadSitemap {
  isIndex: boolean
  urls: string[]
  /** True if only its beginning was read. */
  isCut: boolean
}

/** Reads a sitemap, which may be compressed. Linear in its length; stops after `sitemapBytes` or `sitemapEntries`. */
export async function readSitemap(
  { body, headers, url, site, folder, max }: SitemapToRead,
  { sitemapBytes, sitemapEntries }: SitemapLimits,
): Promise<ReadSitemap> {
  const isPacked = body[0] === 0x1f && body[1] === 0x8b
  const unpacked = isPacked ? await unpack(body, sitemapBytes, url) : body
  const text = decodeText(unpacked.subarray(0, sitemapBytes), isPacked ? {} : headers)
  const [, root] = /<(urlset|sitemapindex)[\s>]/.exec(text.slice(0, 5_000)) ?? []
  if (root === undefined) throw new UnreadableDocument(`There is no sitemap at ${url}. Give the address of one.`)
  const isIndex = root === 'sitemapindex'
  const isWanted = isIndex ? (entry: string) => entry : pagesOf(new URL(site), folder)
  const urls = new Set<string>()
  let isCut = false
  let entries = 0
  for (const entry of entriesIn(text)) {
    entries += 1
    const wanted = entries > sitemapEntries ? undefined : isWanted(entry)
    isCut ||= entries > sitemapEntries || (wanted !== undefined && urls.size === max && !urls.has(wanted))
    if (isCut) break
    if (wanted !== undefined) urls.add(wanted)
  }
  return { isIndex, urls: [...urls], isCut: isCut || unpacked.byteLength > sitemapBytes }
}

/** Returns the sitemaps that a `robots.txt` names. */
export function readRobots({ body, headers }: FetchedText): string[] {
  const text = decodeText(body.subarray(0, maxRobotsLength), headers)
  return [...text.matchAll(/^sitemap:[ \t]*(\S+)/gim)].slice(0, maxNamed).map(([, url = '']) => url)
}

const maxRobotsLength = 500_000
const maxNamed = 100
const maxEntryLength = 2_000

function* entriesIn(text: string): Generator<string> {
  for (let at = text.indexOf('<loc>'); at >= 0; ) {
    const from = at + '<loc>'.length
    const end = text.indexOf('</loc>', from)
    if (end < 0) return
    // An entry that is not closed ends before the next one, which is then part of it: no entry of an address is that long.
    if (end - from <= maxEntryLength) yield unescaped(text.slice(from, end))
    at = text.indexOf('<loc>', end)
  }
}

const unescaped = (text: string): string =>
  text
    .replace(/<!\[CDATA\[|\]\]>/g, '')
    .trim()
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name: keyof typeof entities) => entities[name])

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" } as const

/** Returns a function that returns the address of a page without its fragment; undefined if it has another host or folder. */
function pagesOf({ host, protocol }: URL, folder: string): (entry: string) => string | undefined {
  return (entry) => {
    // An exception costs far more than this comparison.
    if (!/^https?:\/\/[^\s]/i.test(entry)) return undefined
    const page = readUrl(entry)
    if (page === undefined) return undefined
    page.hash = ''
    const isOfSite = page.host === host && (page.protocol === 'https:' || page.protocol === protocol)
    return isOfSite && page.pathname.startsWith(folder) ? page.href : undefined
  }
}

/** Decompresses a little more than the maximum at most. */
async function unpack(body: Uint8Array, max: number, url: string): Promise<Uint8Array> {
  const gunzip = createGunzip()
  gunzip.end(body)
  const pieces: Buffer[] = []
  let bytes = 0
  try {
    for await (const piece of gunzip as AsyncIterable<Buffer>) {
      pieces.push(piece)
      bytes += piece.byteLength
      if (bytes > max) break
    }
  } catch {
    throw new UnreadableDocument(`${url} cannot be unpacked.`)
  }
  return Buffer.concat(pieces)
}
