import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { decodeText, type EgressPort } from '@colloquy/ports/egress'
import { readUrl } from '@colloquy/ports/urls'
import { fetchDocument } from './fetch-document.js'

/** Addresses of pages, or why there are none. */
export type FoundPages = { urls: string[]; isCut: boolean } | { problem: string }

interface SiteReader {
  egress: EgressPort
  workspaceId: string
  /** Maximum number of pages. */
  most: number
}

/** Maximum number of sitemaps that an index, or `robots.txt`, may name. */
const mostSitemaps = 20
/** Maximum bytes of a decompressed sitemap. */
const mostBytes = 10_000_000

/**
 * Finds the pages of a site in its sitemap. `url` is the address of a sitemap, or of a page at which the site starts: the sitemap is then
 * looked up in `robots.txt`, else at `/sitemap.xml`, and only pages under the path of the address count. Pages of other hosts never do.
 */
export async function findPages(reader: SiteReader, url: string): Promise<FoundPages> {
  const address = new URL(url)
  const isSitemap = /\.xml(\.gz)?$/i.test(address.pathname)
  const folder = isSitemap ? '/' : address.pathname.slice(0, address.pathname.lastIndexOf('/') + 1)
  const sitemaps = isSitemap ? [url] : await sitemapsOf(reader, address)
  const urls = new Set<string>()
  const problems: string[] = []
  const waiting = sitemaps.slice(0, mostSitemaps).map((url) => ({ url, isOfIndex: false }))
  let isCut = false
  // An index names sitemaps, one level deep: the list grows while it is read.
  for (const { url, isOfIndex } of waiting) {
    const sitemap = await readSitemap(reader, url)
    if ('problem' in sitemap) problems.push(sitemap.problem)
    else if (!sitemap.isIndex) {
      for (const found of sitemap.urls) {
        const page = pageOf(found, address, folder)
        if (page === undefined || urls.has(page)) continue
        isCut ||= urls.size === reader.most
        if (!isCut) urls.add(page)
      }
    } else if (!isOfIndex) {
      const named = sitemap.urls.slice(0, mostSitemaps - waiting.length)
      waiting.push(...named.map((url) => ({ url, isOfIndex: true })))
    }
  }
  if (urls.size > 0) return { urls: [...urls], isCut }
  return { problem: problems[0] ?? 'The sitemap names no page under this address.' }
}

/** Returns an address without its fragment; undefined if it has another host or folder. */
function pageOf(text: string, site: URL, folder: string): string | undefined {
  const page = text.length > 2_000 ? undefined : readUrl(text)
  if (page === undefined) return undefined
  page.hash = ''
  const isOfSite = page.host === site.host && (page.protocol === 'https:' || page.protocol === site.protocol)
  return isOfSite && page.pathname.startsWith(folder) ? page.href : undefined
}

async function sitemapsOf(reader: SiteReader, { origin, host }: URL): Promise<string[]> {
  const robots = await fetchText(reader, `${origin}/robots.txt`)
  const named = 'text' in robots ? [...robots.text.slice(0, 500_000).matchAll(/^sitemap:[ \t]*(\S+)/gim)] : []
  const urls = named.flatMap(([, url = '']) => (readUrl(url)?.host === host ? url : []))
  return urls.length > 0 ? urls : [`${origin}/sitemap.xml`]
}

async function readSitemap(
  reader: SiteReader,
  url: string,
): Promise<{ isIndex: boolean; urls: string[] } | { problem: string }> {
  const found = await fetchText(reader, url)
  if ('problem' in found) return found
  const [, root] = /<(urlset|sitemapindex)[\s>]/.exec(found.text.slice(0, 5_000)) ?? []
  if (root === undefined) return { problem: `There is no sitemap at ${url}. Give the address of one.` }
  const urls = found.text.split('<loc>').flatMap((part, index) => {
    const end = index === 0 ? -1 : part.indexOf('</loc>')
    return end < 0 ? [] : unescaped(part.slice(0, end))
  })
  return { isIndex: root === 'sitemapindex', urls }
}

const unescaped = (text: string): string =>
  text
    .replace(/<!\[CDATA\[|\]\]>/g, '')
    .trim()
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name: keyof typeof entities) => entities[name])

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" } as const

const unzip = promisify(gunzip)

async function fetchText(
  { egress, workspaceId }: SiteReader,
  url: string,
): Promise<{ text: string } | { problem: string }> {
  const fetched = await fetchDocument(egress, { workspaceId, url, name: url })
  if ('problem' in fetched) return fetched
  const { body, headers } = fetched
  if (body[0] !== 0x1f || body[1] !== 0x8b) return { text: decodeText(body, headers) }
  try {
    return { text: (await unzip(body, { maxOutputLength: mostBytes })).toString('utf8') }
  } catch {
    return { problem: `${url} cannot be unpacked, or is larger than ${mostBytes} bytes.` }
  }
}
