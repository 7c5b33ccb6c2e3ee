import { CalendarClock, Rocket } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { momentOf } from '../design/dates.js'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { FormActions } from '../design/form-actions.js'
import { Menu, MenuItem, MenuLine } from '../design/menu.js'
import { showToast } from '../design/toasts.js'
import { useAttempt } from '../design/use-attempt.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { useGate } from '../gate/use-gate.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { useDeploy } from './deploy.js'
import { type EnvironmentRow, useEnvironments } from './environments.js'
import { type Target, TargetFields } from './target-fields.js'
import { useForget } from './use-forget.js'
import { useReplacing } from './use-replacing.js'

/** Makes a release current in an environment, now or later. */
export default function DeployMenu({ releaseId, name }: { releaseId: string; name: string }) {
  const { bot } = useBotEditor()
  const environments = useEnvironments(bot.id).data ?? []
  const deploy = useDeploy(bot.id)
  const { attempt, isBusy, error } = useAttempt()
  const [isScheduling, setScheduling] = useState(false)
  const gate = useGate()
  const replacing = useReplacing()
  const promote = (environment: EnvironmentRow) =>
    replacing.replace(environment, name, () =>
      attempt(() => gate.pass((reason) => deploy(environment, releaseId, name, reason))),
    )
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
            onSelect={() => promote(environment)}
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
          pass={gate.pass}
          onClose={() => setScheduling(false)}
        />
      )}
      {replacing.dialog}
      {gate.dialog}
    </>
  )
}

interface ScheduleDialogProps {
  environments: readonly EnvironmentRow[]
  releaseId: string
  name: string
  pass: ReturnType<typeof useGate>['pass']
  onClose(): void
}

function ScheduleDialog({ environments, releaseId, name, pass, onClose }: ScheduleDialogProps) {
  const { bot } = useBotEditor()
  const forget = useForget(bot.id)
  const [target, setTarget] = useState<Target>({ environmentId: 'live', at: '' })
  const { attempt, isBusy, error } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const at = new Date(target.at).toISOString()
      const schedule = async (reason?: string) => {
        await api.deployRelease({
          botId: bot.id,
          environmentId: target.environmentId,
          releaseId,
          at,
          ...(reason !== undefined && { reason }),
        })
        await forget()
        showToast(t('Scheduled for {moment}.', { moment: momentOf(at) }))
      }
      await pass(schedule)
      onClose()
    })
  }
  return (
    <Dialog title={t('Schedule')} description={t('{name} becomes current by itself.', { name })} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <TargetFields environments={environments} target={target} isTimeRequired onChange={setTarget} />
        <FormActions action={t('Schedule')} isBusy={isBusy} error={error} onClose={onClose} />
      </form>
    </Dialog>
  )
}
