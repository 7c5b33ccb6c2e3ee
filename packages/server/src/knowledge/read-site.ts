import type { EgressPort } from '@colloquy/ports/egress'
import { readUrl } from '@colloquy/ports/urls'
import type { FetchedText } from '../documents/chunk-document.js'
import type { Documents } from '../documents/documents.js'
import type { ReadSitemap } from '../documents/read-sitemap.js'
import type { Around } from '../process/fair-jobs.js'
import { fetchDocument } from './fetch-document.js'

/** Addresses of pages, or why there are none. `isCut`: the site may have more. */
export type FoundPages = { urls: string[]; isCut: boolean } | { problem: string }

interface SiteReader {
  egress: Pick<EgressPort, 'send'>
  documents: Pick<Documents, 'read'>
  workspaceId: string
  /** Maximum number of pages. */
  max: number
  /** Called around the reading of each file. */
  around: Around
}

/** Maximum number of sitemaps that an index, or `robots.txt`, may name. */
const maxSitemaps = 20

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
  const waiting = sitemaps.slice(0, maxSitemaps).map((url) => ({ url, isOfIndex: false }))
  let isCut = false
  // An index names sitemaps, one level deep: the list grows while it is read.
  for (const [index, { url, isOfIndex }] of waiting.entries()) {
    if (urls.size >= reader.max && index > 0) {
      isCut = true
      break
    }
    const sitemap = await readSitemap(reader, url, address, folder)
    if ('problem' in sitemap) problems.push(sitemap.problem)
    else if (!sitemap.isIndex) {
      const added = sitemap.urls.filter((page) => !urls.has(page))
      const room = reader.max - urls.size
      isCut ||= sitemap.isCut || added.length > room
      for (const page of added.slice(0, room)) urls.add(page)
    } else if (!isOfIndex) {
      const named = sitemap.urls.slice(0, maxSitemaps - waiting.length)
      waiting.push(...named.map((url) => ({ url, isOfIndex: true })))
    }
  }
  if (urls.size > 0) return { urls: [...urls], isCut }
  return { problem: problems[0] ?? 'The sitemap names no page under this address.' }
}

async function sitemapsOf(reader: SiteReader, { origin, host }: URL): Promise<string[]> {
  const robots = await fetchFile(reader, `${origin}/robots.txt`)
  const read =
    'problem' in robots ? robots : await reader.documents.read(reader.workspaceId, 'readRobots', robots, reader.around)
  const named = 'problem' in read ? [] : read.result
  const urls = named.filter((url) => readUrl(url)?.host === host)
  return urls.length > 0 ? urls : [`${origin}/sitemap.xml`]
}

async function readSitemap(
  reader: SiteReader,
  url: string,
  { href: site }: URL,
  folder: string,
): Promise<ReadSitemap | { problem: string }> {
  const { documents, workspaceId, max, around } = reader
  const file = await fetchFile(reader, url)
  if ('problem' in file) return file
  const sitemap = { ...file, url, site, folder, max: Math.max(max, maxSitemaps) }
  const read = await documents.read(workspaceId, 'readSitemap', sitemap, around)
  return 'problem' in read ? read : read.result
}

async function fetchFile({ egress, workspaceId }: SiteReader, url: string): Promise<FetchedText | { problem: string }> {
  const fetched = await fetchDocument(egress, { workspaceId, url, name: url })
  return 'problem' in fetched ? fetched : { body: fetched.body, headers: fetched.headers }
}
