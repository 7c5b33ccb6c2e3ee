import { CalendarClock, Rocket } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { momentOf } from '../design/dates.js'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Menu, MenuItem, MenuLine } from '../design/menu.js'
import { onDemand, Part } from '../design/on-demand.js'
import { say } from '../design/toasts.js'
import { useAttempt } from '../design/use-attempt.js'
import { useStudio } from '../editor/studio.js'
import { isBlockedByChecks } from '../gate/is-blocked-by-checks.js'
import { t } from '../i18n/i18n.js'
import { request, type ServiceError } from '../service/request.js'
import { type EnvironmentRow, useDeploy, useEnvironments, useForget } from './environments.js'
import { type Target, TargetFields } from './target-fields.js'

const BlockedDialog = onDemand(() => import('../gate/blocked-dialog.js'))

/** A deployment that checks refused, and what carries it out with a reason. */
interface Blocked {
  refusal: ServiceError
  publish(reason: string): Promise<unknown>
}

/** Makes a release current in an environment, now or later. */
export default function DeployMenu({ releaseId, name }: { releaseId: string; name: string }) {
  const { bot } = useStudio()
  const environments = useEnvironments(bot.id).data ?? []
  const deploy = useDeploy(bot.id)
  const { attempt, isBusy, error } = useAttempt()
  const [isScheduling, setScheduling] = useState(false)
  const [blocked, setBlocked] = useState<Blocked>()
  const promote = (environment: EnvironmentRow) =>
    attempt(async () => {
      try {
        await deploy(environment, releaseId, name)
      } catch (refusal) {
        if (!isBlockedByChecks(refusal)) throw refusal
        setBlocked({ refusal, publish: (reason) => deploy(environment, releaseId, name, reason) })
      }
    })
  return (
    <>
      <Menu
        trigger={
          <button type="button" className="button" disabled={isBusy}>
            <Rocket size={14} /> {t('Make current…')}
          </button>
        }
      >
        {environments.map((environment) => (
          <MenuItem
            key={environment.id}
            icon={<Rocket size={15} />}
            isDisabled={environment.releaseId === releaseId}
            onSelect={() => void promote(environment)}
          >
            {t('In {name}', { name: environment.name })}
          </MenuItem>
        ))}
        <MenuLine />
        <MenuItem icon={<CalendarClock size={15} />} onSelect={() => setScheduling(true)}>
          {t('Schedule…')}
        </MenuItem>
      </Menu>
      <ErrorNotice error={error} />
      {isScheduling && (
        <ScheduleDialog
          environments={environments}
          releaseId={releaseId}
          name={name}
          onBlocked={setBlocked}
          onClose={() => setScheduling(false)}
        />
      )}
      {blocked && (
        <Part>
          <BlockedDialog refusal={blocked.refusal} onPublish={blocked.publish} onClose={() => setBlocked(undefined)} />
        </Part>
      )}
    </>
  )
}

interface ScheduleDialogProps {
  environments: readonly EnvironmentRow[]
  releaseId: string
  name: string
  onBlocked(blocked: Blocked): void
  onClose(): void
}

function ScheduleDialog({ environments, releaseId, name, onBlocked, onClose }: ScheduleDialogProps) {
  const { bot } = useStudio()
  const forget = useForget(bot.id)
  const [target, setTarget] = useState<Target>({ environmentId: 'live', at: '' })
  const { attempt, isBusy, error } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const at = new Date(target.at).toISOString()
      const path = `bots/${bot.id}/environments/${target.environmentId}/deploy`
      const schedule = async (reason?: string) => {
        await request<'deployRelease'>('POST', path, { releaseId, at, ...(reason !== undefined && { reason }) })
        await forget()
        say(t('Scheduled for {moment}.', { moment: momentOf(at) }))
      }
      try {
        await schedule()
      } catch (refusal) {
        if (!isBlockedByChecks(refusal)) throw refusal
        onBlocked({ refusal, publish: schedule })
      }
      onClose()
    })
  }
  return (
    <Dialog title={t('Schedule')} description={t('{name} becomes current by itself.', { name })} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <TargetFields environments={environments} target={target} isTimeRequired onChange={setTarget} />
        <ErrorNotice error={error} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {t('Cancel')}
          </button>
          <button type="submit" className="button primary" disabled={isBusy}>
            {t('Schedule')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
