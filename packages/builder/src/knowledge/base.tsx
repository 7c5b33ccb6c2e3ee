import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, CalendarClock, FileText, Plus, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { Confirm } from '../design/confirm.js'
import { momentOf } from '../design/dates.js'
import { Disclosure } from '../design/disclosure.js'
import { ErrorNotice } from '../design/error-notice.js'
import { useAttempt } from '../design/use-attempt.js'
import { t, translated } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'
import { type ListedBase, sizeOf } from './listed-base.js'
import { NameDialog } from './name-dialog.js'
import { Questions } from './questions.js'
import { SemanticSearch } from './semantic-search.js'
import { SourceDialog } from './source-dialog.js'
import { TryQuestion } from './try-question.js'
import './knowledge.css'

type Source = Answer<'listKnowledgeSources'>['knowledgeSources'][number]

interface BaseProps {
  base: ListedBase
  /** The address of the list of all bases. */
  page: string
  onChange(): Promise<unknown>
}

/** One knowledge base: what it holds, and what a question finds in it. */
export function Base({ base, page, onChange }: BaseProps) {
  const [, go] = useLocation()
  const { workspaceId, id, name } = base
  const sources = useQuery({
    queryKey: ['knowledge-sources', id],
    queryFn: () => api.listKnowledgeSources({ baseId: id, workspaceId }),
    select: (answer) => answer.knowledgeSources,
    refetchInterval: ({ state }) =>
      state.data?.knowledgeSources.some((one) => one.isWaiting || (base.embedding && isPending(one))) ? 2_000 : false,
  })
  const [opened, setOpened] = useState<'add' | 'rename' | 'delete'>()
  const close = () => setOpened(undefined)
  const refresh = () => Promise.all([sources.refetch(), onChange()])
  return (
    <>
      <Link href={page} className="row knowledge-back">
        <ArrowLeft size={14} aria-hidden /> {t('All knowledge bases')}
      </Link>
      <div className="row wrap">
        <div className="grow knowledge-name">
          <h1 className="cut">{name}</h1>
          <span className="faint">{sizeOf(base)}</span>
        </div>
        <button type="button" className="button" onClick={() => setOpened('rename')}>
          {t('Rename')}
        </button>
        <button type="button" className="button danger" onClick={() => setOpened('delete')}>
          {t('Delete')}
        </button>
      </div>
      <section className="card" aria-labelledby="knowledge-sources">
        <div className="row">
          <h2 id="knowledge-sources" className="grow">
            {t('Sources')}
          </h2>
          <button type="button" className="button primary" onClick={() => setOpened('add')}>
            <Plus size={15} /> {t('Add source')}
          </button>
        </div>
        <ErrorNotice error={sources.error ?? undefined} />
        {sources.data?.length === 0 && (
          <div className="empty">
            <FileText size={28} />
            <p>{t('No sources yet. Add a text, a file, or the address of a page or a site.')}</p>
          </div>
        )}
        <ul className="rows">
          {sources.data
            ?.filter(({ parentId }) => parentId === null)
            .map((source) => (
              <SourceRow
                key={source.id}
                source={source}
                pages={sources.data.filter(({ parentId }) => parentId === source.id)}
                baseId={id}
                workspaceId={workspaceId}
                isEmbedding={base.embedding !== null}
                onChange={refresh}
              />
            ))}
        </ul>
      </section>
      <Questions baseId={id} workspaceId={workspaceId} onAnswered={refresh} />
      <SemanticSearch
        base={base}
        hasFailed={sources.data?.some(({ embeddingProblem }) => embeddingProblem !== null) ?? false}
        onChange={refresh}
      />
      {base.chunks > 0 && <TryQuestion baseId={id} workspaceId={workspaceId} isEmbedding={base.embedding !== null} />}
      {opened === 'add' && <SourceDialog baseId={id} workspaceId={workspaceId} onSaved={refresh} onClose={close} />}
      {opened === 'rename' && (
        <NameDialog
          title={t('Rename knowledge base')}
          action={t('Rename')}
          name={name}
          onSave={async (next) => {
            await api.updateKnowledgeBase({ baseId: id, workspaceId, name: next })
            await onChange()
          }}
          onClose={close}
        />
      )}
      {opened === 'delete' && (
        <Confirm
          title={t('Delete the knowledge base “{name}”?', { name })}
          text={t('Its sources go with it, and blocks that search it fail. This cannot be undone.')}
          action={t('Delete')}
          onConfirm={async () => {
            await api.deleteKnowledgeBase({ baseId: id, workspaceId })
            go(page)
            await onChange()
          }}
          onClose={close}
        />
      )}
    </>
  )
}

interface SourceRowProps {
  source: Source
  /** Of a site. */
  pages?: readonly Source[]
  baseId: string
  workspaceId: string
  /** The base has semantic search. */
  isEmbedding: boolean
  onChange(): Promise<unknown>
}

/** Passages are still being embedded. */
const isPending = ({ chunks, embedded, embeddingProblem }: Source) => embedded < chunks && embeddingProblem === null

function SourceRow({ source, pages = [], baseId, workspaceId, isEmbedding, onChange }: SourceRowProps) {
  const { id, kind, title, url, problem, chunks, embedded, embeddingProblem, refreshesDaily, isWaiting } = source
  const [isDeleting, setDeleting] = useState(false)
  const { attempt, isBusy, error } = useAttempt()
  const refresh = () =>
    attempt(async () => {
      await api.refreshKnowledgeSource({ baseId, sourceId: id, workspaceId })
      await onChange()
    })
  const isAddress = kind === 'page' || kind === 'site'
  const toggleDaily = () =>
    attempt(async () => {
      await api.updateKnowledgeSource({ baseId, sourceId: id, workspaceId, refreshesDaily: !refreshesDaily })
      await onChange()
    })
  return (
    <li>
      <span className="grow">
        <strong className="cut">{title}</strong>
        <span className="faint">
          {kindNames[kind]} · {stateOf(source, pages)}
          {refreshesDaily && ` · ${t('refreshed daily')}`}
        </span>
        {url && url !== title && <span className="faint cut">{url}</span>}
      </span>
      {isEmbedding && isPending(source) && (
        <span className="tag">{t('Embedding {embedded} of {chunks}', { embedded, chunks })}</span>
      )}
      {isWaiting && <span className="tag">{t('Reading…')}</span>}
      {problem && !isWaiting && kind !== 'site' && (
        <span className={chunks > 0 ? 'tag warning' : 'tag danger'}>{t('Not read')}</span>
      )}
      {isAddress && source.parentId === null && (
        <button
          type="button"
          className="button plain icon-only"
          aria-label={t('Refresh {title} daily', { title })}
          aria-pressed={refreshesDaily}
          title={refreshesDaily ? t('Stop refreshing daily') : t('Refresh daily')}
          disabled={isBusy}
          onClick={toggleDaily}
        >
          <CalendarClock size={15} />
        </button>
      )}
      {isAddress && (
        <button
          type="button"
          className="button plain icon-only"
          aria-label={t('Refresh {title}', { title })}
          title={kind === 'site' ? t('Read the site again') : t('Read the page again')}
          disabled={isBusy}
          onClick={refresh}
        >
          <RefreshCw size={15} />
        </button>
      )}
      <button
        type="button"
        className="button plain icon-only"
        aria-label={t('Delete {title}', { title })}
        title={t('Delete the source')}
        onClick={() => setDeleting(true)}
      >
        <Trash2 size={15} />
      </button>
      {problem && (
        <p className={chunks > 0 ? 'notice warning whole' : 'notice danger whole'}>
          {translated(problem)} {chunks > 0 && t('Bots still answer from what was read before.')}
        </p>
      )}
      {isEmbedding && embeddingProblem && (
        <p className="notice warning whole">
          {t('Embedded {embedded} of {chunks, plural, one {# passage} other {# passages}}:', { embedded, chunks })}{' '}
          {translated(embeddingProblem)} {t('The others are found by words only.')}
        </p>
      )}
      {pages.length > 0 && (
        <Disclosure
          className="whole"
          title={t('{count, plural, one {# page} other {# pages}}', { count: pages.length })}
        >
          <ul className="rows">
            {pages.map((page) => (
              <SourceRow
                key={page.id}
                source={page}
                baseId={baseId}
                workspaceId={workspaceId}
                isEmbedding={isEmbedding}
                onChange={onChange}
              />
            ))}
          </ul>
        </Disclosure>
      )}
      {error && <p className="notice danger whole">{error.message}</p>}
      {isDeleting && (
        <Confirm
          title={t('Delete the source “{title}”?', { title })}
          text={
            kind === 'site'
              ? t('Its pages go with it, and bots no longer answer from them. This cannot be undone.')
              : t('Bots no longer answer from it. This cannot be undone.')
          }
          action={t('Delete')}
          onConfirm={async () => {
            await api.deleteKnowledgeSource({ baseId, sourceId: id, workspaceId })
            await onChange()
          }}
          onClose={() => setDeleting(false)}
        />
      )}
    </li>
  )
}

/** The number of passages, and the date of the last refresh. */
function stateOf({ kind, problem, chunks, refreshedAt }: Source, pages: readonly Source[]): string {
  const moment = momentOf(refreshedAt)
  if (kind === 'site') {
    const read = pages.filter(({ isWaiting }) => !isWaiting).length
    return t('{read} of {count, plural, one {# page} other {# pages}} read', { read, count: pages.length })
  }
  if (problem && chunks === 0) return t('tried {moment}', { moment })
  return t('{count, plural, one {# passage} other {# passages}}, read {moment}', { count: chunks, moment })
}

const kindNames: Record<Source['kind'], string> = {
  text: t('Text'),
  markdown: t('Markdown'),
  html: t('HTML'),
  csv: t('CSV'),
  page: t('Page'),
  site: t('Site'),
}
