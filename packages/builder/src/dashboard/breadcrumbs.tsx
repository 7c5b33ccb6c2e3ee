import { ChevronRight } from 'lucide-react'
import { Link } from 'wouter'
import { t } from '../i18n/i18n.js'
import { useDropTarget } from './drop-target.js'
import type { Folder } from './folders.js'

interface BreadcrumbsProps {
  workspaceId: string
  /** From outside to the folder that is open. */
  path: readonly Pick<Folder, 'id' | 'name'>[]
}

/** The way back out of a folder. Bots can be dropped on each part of it. */
export const Breadcrumbs = ({ workspaceId, path }: BreadcrumbsProps) => (
  <nav className="breadcrumbs" aria-label={t('Folders')}>
    <Crumb href={`/workspaces/${workspaceId}`} folderId={null} name={t('All bots')} />
    {path.map(({ id, name }, index) => (
      <span key={id} className="row">
        <ChevronRight size={14} aria-hidden />
        {index === path.length - 1 ? (
          <span aria-current="page">{name}</span>
        ) : (
          <Crumb href={`/workspaces/${workspaceId}/folders/${id}`} folderId={id} name={name} />
        )}
      </span>
    ))}
  </nav>
)

function Crumb({ href, folderId, name }: { href: string; folderId: string | null; name: string }) {
  const target = useDropTarget(folderId, folderId === null ? t('the workspace') : `“${name}”`)
  return (
    <Link href={href} {...target}>
      {name}
    </Link>
  )
}
