import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BookOpen, ChevronRight, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { ErrorNotice } from '../design/error-notice.js'
import { t } from '../i18n/i18n.js'
import { request } from '../service/request.js'
import type { SectionProps } from '../service/section.js'
import { Base } from './base.js'
import { sizeOf } from './listed-base.js'
import { NameDialog } from './name-dialog.js'
import './knowledge.css'

/** The knowledge bases of a workspace, or the one that the address names. */
export default function Knowledge({ workspace }: SectionProps) {
  const [, go] = useLocation()
  const baseId = new URLSearchParams(useSearch()).get('base')
  const queries = useQueryClient()
  const key = ['knowledge', workspace.id]
  const bases = useQuery({
    queryKey: key,
    queryFn: () => request<'listKnowledgeBases'>('GET', `knowledge-bases?workspaceId=${workspace.id}`),
    select: (answer) => answer.knowledgeBases,
  })
  const [isAdding, setAdding] = useState(false)
  const page = `/workspaces/${workspace.id}/settings/knowledge`
  const refresh = () => queries.invalidateQueries({ queryKey: key })
  const opened = bases.data?.find(({ id }) => id === baseId)
  if (opened) return <Base key={opened.id} base={opened} page={page} onChange={refresh} />
  return (
    <>
      <div className="row wrap">
        <h1 className="grow knowledge-title">{t('Knowledge')}</h1>
        <button type="button" className="button primary" onClick={() => setAdding(true)}>
          <Plus size={15} /> {t('Add knowledge base')}
        </button>
      </div>
      <p className="soft">
        {t(
          'Documents that bots answer from. Add texts, files or web pages to a base, and choose it in a block that searches knowledge.',
        )}
      </p>
      <ErrorNotice error={bases.error ?? undefined} />
      {baseId !== null && bases.data && (
        <p className="notice warning">{t('This knowledge base no longer exists. Choose another one.')}</p>
      )}
      {bases.data?.length === 0 && (
        <div className="card empty">
          <BookOpen size={28} />
          <p>{t('No knowledge bases yet. Add one for each subject that bots answer questions about.')}</p>
        </div>
      )}
      {bases.data && bases.data.length > 0 && (
        <ul className="card rows">
          {bases.data.map((base) => (
            <li key={base.id}>
              <Link href={`${page}?base=${base.id}`} className="grow knowledge-link">
                <strong className="cut">{base.name}</strong>
                <span className="faint">{sizeOf(base)}</span>
              </Link>
              <ChevronRight size={15} aria-hidden />
            </li>
          ))}
        </ul>
      )}
      {isAdding && (
        <NameDialog
          title={t('Add knowledge base')}
          action={t('Add')}
          onSave={async (name) => {
            const body = { workspaceId: workspace.id, name }
            const made = await request<'createKnowledgeBase'>('POST', 'knowledge-bases', body)
            await refresh()
            go(`${page}?base=${made.knowledgeBase.id}`)
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}
