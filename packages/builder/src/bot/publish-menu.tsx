import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Rocket } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { counted } from '../design/counted.js'
import { onDemand, Part } from '../design/on-demand.js'
import { say, sayError } from '../design/toasts.js'
import { request } from '../service/request.js'
import { useStudio } from './studio.js'
import { useProblems } from './use-problems.js'
import { useStoredBot } from './use-stored-bot.js'
import { useUnpublished } from './use-unpublished.js'

const PublishMore = onDemand(() => import('./publish-more.js'), { isSoon: true })
const PublishWarning = onDemand(() => import('./publish-warning.js'), { isSoon: true })
const PublishDialog = onDemand(() =>
  import('../versions/publish-dialog.js').then((it) => ({ default: it.PublishDialog })),
)

/** Publishes the draft, and tells how far it has gone from what visitors see. */
export function PublishMenu() {
  const { bot, saving } = useStudio()
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [isNoting, setNoting] = useState(false)
  /** The rest was asked for before it had come. */
  const [isWanted, setWanted] = useState(false)
  const isClosed = useStoredBot().data?.isClosed
  const { live, changes, isPending } = useUnpublished()
  const errors = useProblems().problems.filter(({ severity }) => severity === 'error')
  const [isWarning, setWarning] = useState(false)
  const attempt = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true)
    try {
      await saving.ensureSaved()
      await work()
      await queries.invalidateQueries({ queryKey: ['published', bot.id] })
      await queries.invalidateQueries({ queryKey: ['releases', bot.id] })
      await queries.invalidateQueries({ queryKey: ['bot', bot.id] })
      say(done)
    } catch (problem) {
      sayError(problem)
    }
    setBusy(false)
  }
  const publish = () =>
    attempt(() => request<'publishBot'>('POST', `bots/${bot.id}/publish`), 'Published: visitors get this version now.')
  const unpublish = () =>
    attempt(() => request<'unpublishBot'>('POST', `bots/${bot.id}/unpublish`), 'Unpublished: nobody can begin a chat.')
  const setClosed = (next: boolean) =>
    attempt(
      () => request<'updateBot'>('PATCH', `bots/${bot.id}`, { bot: { isClosed: next } }),
      next ? 'Closed: nobody can begin a chat until it is opened again.' : 'Open again.',
    )
  const isCurrent = live !== null && live !== undefined && changes === 0
  const state = !live ? 'Not published' : isCurrent ? 'Published' : counted(changes, 'unpublished change')
  return (
    <span className="row publish">
      <button
        type="button"
        className="button primary"
        disabled={isBusy || isCurrent || isPending}
        title={state}
        onClick={() => (errors.length > 0 ? setWarning(true) : publish())}
      >
        <Rocket size={14} className="hide-narrow" /> {isCurrent ? 'Published' : 'Publish'}
        {live && changes > 0 && (
          <>
            <span className="changes" aria-hidden>
              {changes}
            </span>
            <span className="visually-hidden">, {state}</span>
          </>
        )}
      </button>
      <Part waiting={<MoreButton state={state} onClick={() => setWanted(true)} />}>
        <PublishMore
          trigger={<MoreButton state={state} />}
          isOpen={isWanted}
          publishLabel={live ? `Publish (${state.toLowerCase()})` : 'Publish'}
          isCurrent={isCurrent}
          isPublished={Boolean(live)}
          isClosed={isClosed === true}
          onPublish={() => (errors.length > 0 ? setWarning(true) : void publish())}
          onNote={() => setNoting(true)}
          onClosed={setClosed}
          onUnpublish={unpublish}
        />
      </Part>
      {isWarning && (
        <Part>
          <PublishWarning errors={errors} onPublish={publish} onClose={() => setWarning(false)} />
        </Part>
      )}
      {isNoting && (
        <Part>
          <PublishDialog onClose={() => setNoting(false)} />
        </Part>
      )}
    </span>
  )
}

/** What opens the rest; the button is there before the menu is. */
const MoreButton = ({ state, ...props }: { state: string } & ComponentProps<'button'>) => (
  <button
    type="button"
    className="button plain icon-only"
    aria-label={`More about publishing. ${state}`}
    aria-haspopup="menu"
    title={state}
    {...props}
  >
    <ChevronDown size={15} />
  </button>
)
