import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { decodeText, type EgressPort } from '@colloquy/ports/egress'

/** Addresses of pages, or why there are none. */
export type FoundPages = { urls: string[]; isCut: boolean } | { problem: string }

interface SiteReader {
  egress: EgressPort
  workspaceId: string
  /** The most pages. */
  most: number
}

/** Sitemaps that an index, or `robots.txt`, may name. */
const mostSitemaps = 20
/** Bytes of a sitemap that came compressed. */
const mostBytes = 10_000_000

/**
 * Finds the pages of a site in its sitemap: `url` leads to a sitemap, or to a page from which on the site is read. Then the sitemap is looked
 * up in `robots.txt`, else at `/sitemap.xml`, and only pages under the path of the address count. Pages of other hosts never do.
 */
export async function findPages(reader: SiteReader, url: string): Promise<FoundPages> {
  const address = new URL(url)
  const isSitemap = /\.xml(\.gz)?$/i.test(address.pathname)
  const folder = isSitemap ? '/' : address.pathname.slice(0, address.pathname.lastIndexOf('/') + 1)
  const sitemaps = isSitemap ? [url] : await sitemapsOf(reader, address)
  const urls = new Set<string>()
  const problems: string[] = []
  const waiting = sitemaps.slice(0, mostSitemaps)
  let left = mostSitemaps
  let isCut = false
  for (let next = waiting.shift(); next !== undefined && left > 0; next = waiting.shift()) {
    left -= 1
    const sitemap = await readSitemap(reader, next)
    if ('problem' in sitemap) problems.push(sitemap.problem)
    // An index names sitemaps, one level deep.
    else if (sitemap.isIndex && left === mostSitemaps - 1) waiting.push(...sitemap.urls.slice(0, left))
    else if (!sitemap.isIndex) {
      for (const found of sitemap.urls) {
        const page = pageOf(found, address, folder)
        if (page === undefined || urls.has(page)) continue
        isCut ||= urls.size === reader.most
        if (!isCut) urls.add(page)
      }
    }
  }
  if (urls.size > 0) return { urls: [...urls], isCut }
  return { problem: problems[0] ?? 'The sitemap names no page under this address.' }
}

/** An address without its fragment; undefined for one of another host or folder. */
function pageOf(text: string, site: URL, folder: string): string | undefined {
  if (!URL.canParse(text) || text.length > 2_000) return undefined
  const page = new URL(text)
  page.hash = ''
  const isOfSite = page.host === site.host && (page.protocol === 'https:' || page.protocol === site.protocol)
  return isOfSite && page.pathname.startsWith(folder) ? page.href : undefined
}

async function sitemapsOf(reader: SiteReader, { origin, host }: URL): Promise<string[]> {
  const robots = await fetchText(reader, `${origin}/robots.txt`)
  const named = 'text' in robots ? [...robots.text.slice(0, 500_000).matchAll(/^sitemap:[ \t]*(\S+)/gim)] : []
  const urls = named.flatMap(([, url = '']) => (URL.canParse(url) && new URL(url).host === host ? url : []))
  return urls.length > 0 ? urls : [`${origin}/sitemap.xml`]
}

async function readSitemap(
  reader: SiteReader,
  url: string,
): Promise<{ isIndex: boolean; urls: string[] } | { problem: string }> {
  const found = await fetchText(reader, url)
  if ('problem' in found) return found
  if (!/<(urlset|sitemapindex)[\s>]/.test(found.text.slice(0, 5_000)))
    return { problem: `There is no sitemap at ${url}. Give the address of one.` }
  const urls = found.text.split('<loc>').flatMap((part, index) => {
    const end = index === 0 ? -1 : part.indexOf('</loc>')
    return end < 0 ? [] : unescaped(part.slice(0, end))
  })
  return { isIndex: /<sitemapindex[\s>]/.test(found.text.slice(0, 5_000)), urls }
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
  const answer = await egress.send({ owner: { workspaceId }, url, method: 'GET', headers: [], timeoutSeconds: 20 })
  if (answer.kind === 'timeout') return { problem: `The sitemap took longer than ${answer.seconds} s.` }
  if (answer.kind === 'too-large') return { problem: `The sitemap is larger than ${answer.maxBytes} bytes.` }
  if (answer.kind === 'refused' || answer.kind === 'failed') return { problem: answer.reason }
  if (answer.status < 200 || answer.status > 299) return { problem: `${url} answered ${answer.status}.` }
  const { body } = answer
  if (body[0] !== 0x1f || body[1] !== 0x8b) return { text: decodeText(body, answer.headers) }
  try {
    return { text: (await unzip(body, { maxOutputLength: mostBytes })).toString('utf8') }
  } catch {
    return { problem: `${url} cannot be unpacked, or is larger than ${mostBytes} bytes.` }
  }
}
