import type { Limits } from '../limits/limits.js'
import type { FetchedText } from './chunk-document.js'
import { chunkDocument, type DocumentToChunk } from './chunk-document.js'
import type { DocumentLimits } from './document.js'
import type { ContactsToRead } from './read-contacts.js'
import { readRobots, readSitemap, type SitemapLimits, type SitemapToRead } from './read-sitemap.js'

type JobLimits = DocumentLimits & SitemapLimits & Pick<Limits, 'contactImportRows'>

/** Work on documents from outside, which only the thread of `Documents` performs. Each throws an `UnreadableDocument` for what it cannot read. */
export const documentJobs = {
  chunkDocument: (document: DocumentToChunk, limits: JobLimits) => chunkDocument(document, limits),
  readSitemap: (sitemap: SitemapToRead, limits: JobLimits) => readSitemap(sitemap, limits),
  readRobots: (robots: FetchedText) => readRobots(robots),
  // Loaded with the first file of contacts: other documents do without.
  readContactColumns: async (file: Pick<ContactsToRead, 'csv' | 'definitions'>, limits: JobLimits) =>
    (await import('./read-contacts.js')).readContactColumns(file, limits),
  readContacts: async (file: ContactsToRead, limits: JobLimits) =>
    (await import('./read-contacts.js')).readContacts(file, limits),
}

type DocumentJobs = typeof documentJobs
export type DocumentJob = keyof DocumentJobs
export type DocumentInput<Job extends DocumentJob> = Parameters<DocumentJobs[Job]>[0]
export type DocumentResult<Job extends DocumentJob> = Awaited<ReturnType<DocumentJobs[Job]>>
