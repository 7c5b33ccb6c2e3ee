import { useQuery } from '@tanstack/react-query'
import { BookOpen } from 'lucide-react'
import { t } from '../i18n/i18n.js'
import type { Command } from './command.js'

/** Opens the pages of the documentation, as its own list names them. */
export function useDocsCommands(): readonly Command[] {
  const pages = useQuery({
    queryKey: ['docs pages'],
    queryFn: listPages,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return pages.data ?? []
}

async function listPages(): Promise<readonly Command[]> {
  const response = await fetch('/docs/llms.txt')
  if (!response.ok)
    throw new Error(t('The list of documentation pages is not available: HTTP {status}.', { status: response.status }))
  const lines = (await response.text()).split('\n')
  return lines.flatMap((line) => {
    const [, title, address] = entry.exec(line) ?? []
    if (title === undefined || address === undefined) return []
    const path = new URL(address, location.href).pathname.replace(/(\/index)?\.md$/, '')
    return [
      {
        id: `docs ${path}`,
        label: title,
        hint: '',
        words: 'documentation help guide',
        section: 'Docs' as const,
        icon: BookOpen,
        run: () => void window.open(path, '_blank', 'noopener'),
      },
    ]
  })
}

/** The beginning of a line of the list: `- [Title](address.md): what it is about`. */
const entry = /^- \[([^\]]+)\]\(([^)]+\.md)\)/
