import { useQuery } from '@tanstack/react-query'
import { BookOpen } from 'lucide-react'
import { t } from '../i18n/i18n.js'
import type { Command } from './command.js'

/** Opens the pages of the documentation and their sections, as its own list names them. */
export function useDocsCommands(): readonly Command[] {
  const pages = useQuery({
    queryKey: ['docs pages'],
    queryFn: listPages,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return pages.data ?? []
}

interface DocsPage {
  title: string
  url: string
  /** Anchors and texts. */
  headings: [string, string][]
}

async function listPages(): Promise<readonly Command[]> {
  const response = await fetch('/docs/headings.json')
  if (!response.ok)
    throw new Error(t('The list of documentation pages is not available: HTTP {status}.', { status: response.status }))
  const pages: DocsPage[] = await response.json()
  return pages.flatMap(({ title, url, headings }) => [
    commandTo(url, title, ''),
    ...headings.map(([anchor, heading]) => commandTo(`${url}#${anchor}`, heading, title)),
  ])
}

const commandTo = (address: string, label: string, hint: string): Command => ({
  id: `docs ${address}`,
  label,
  hint,
  words: 'documentation help guide',
  section: 'Docs',
  icon: BookOpen,
  run: () => void window.open(address, '_blank', 'noopener'),
})
