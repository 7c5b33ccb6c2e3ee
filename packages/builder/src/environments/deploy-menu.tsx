import { CalendarClock, Rocket } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useStudio } from '../bot/studio.js'
import { momentOf } from '../design/dates.js'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Menu, MenuItem, MenuLine } from '../design/menu.js'
import { say } from '../design/toasts.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { request } from '../service/request.js'
import { type EnvironmentRow, useDeploy, useEnvironments, useForget } from './environments.js'
import { type Target, TargetFields } from './target-fields.js'

/** Makes a release current in an environment, now or later. */
export default function DeployMenu({ releaseId, name }: { releaseId: string; name: string }) {
  const { bot } = useStudio()
  const environments = useEnvironments(bot.id).data ?? []
  const deploy = useDeploy(bot.id)
  const { attempt, isBusy, error } = useAttempt()
  const [isScheduling, setScheduling] = useState(false)
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
            onSelect={() => void attempt(() => deploy(environment, releaseId, name))}
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
          onClose={() => setScheduling(false)}
        />
      )}
    </>
  )
}

interface ScheduleDialogProps {
  environments: readonly EnvironmentRow[]
  releaseId: string
  name: string
  onClose(): void
}

function ScheduleDialog({ environments, releaseId, name, onClose }: ScheduleDialogProps) {
  const { bot } = useStudio()
  const forget = useForget(bot.id)
  const [target, setTarget] = useState<Target>({ environmentId: 'live', at: '' })
  const { attempt, isBusy, error } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const at = new Date(target.at).toISOString()
      const path = `bots/${bot.id}/environments/${target.environmentId}/deploy`
      await request<'deployRelease'>('POST', path, { releaseId, at })
      await forget()
      say(t('Scheduled for {moment}.', { moment: momentOf(at) }))
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
