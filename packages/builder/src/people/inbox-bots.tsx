import { useState } from 'react'
import type { Choices } from '../design/choices.js'
import { Dialog } from '../design/dialog.js'
import { Switch } from '../design/field.js'
import { FormActions } from '../design/form-actions.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'

/** Ids of bots; null for all of them. */
export type InboxBots = readonly string[] | null

interface InboxBotsProps {
  /** Says whose bots they are. */
  label: string
  bots: InboxBots
  choices: Choices
  onChange(bots: InboxBots): Promise<unknown> | undefined
}

/** A button with the bots whose conversations an agent sees, and the dialog that changes them. */
export function InboxBotsButton({ label, bots, choices, onChange }: InboxBotsProps) {
  const [isOpen, setOpen] = useState(false)
  const known = bots?.filter((id) => choices.some(([it]) => it === id)).length ?? 0
  const shown = bots === null ? t('All bots') : t('{count, plural, one {# bot} other {# bots}}', { count: known })
  return (
    <>
      <button
        type="button"
        className="button"
        aria-haspopup="dialog"
        aria-label={`${shown}, ${label}`}
        title={label}
        onClick={() => setOpen(true)}
      >
        {shown}
      </button>
      {isOpen && (
        <Dialog
          title={label}
          description={t('Agents see the conversations of these bots in the inbox, and nothing else.')}
          onClose={() => setOpen(false)}
        >
          <InboxBotsForm bots={bots} choices={choices} onChange={onChange} onClose={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  )
}

type FormProps = Omit<InboxBotsProps, 'label'> & { onClose(): void }

function InboxBotsForm({ bots, choices, onChange, onClose }: FormProps) {
  const [chosen, setChosen] = useState<InboxBots>(bots)
  const { attempt, isBusy, error } = useAttempt()
  const set = (id: string, isOn: boolean) =>
    setChosen((before) => (isOn ? [...(before ?? []), id] : (before ?? []).filter((it) => it !== id)))
  return (
    <form
      className="stack"
      onSubmit={async (event) => {
        event.preventDefault()
        // The dialog can stand in another form.
        event.stopPropagation()
        if (await attempt(async () => onChange(chosen))) onClose()
      }}
    >
      <Switch label={t('All bots')} isOn={chosen === null} onChange={(isOn) => setChosen(isOn ? null : [])} />
      {chosen !== null && (
        <div className="stack inbox-bots">
          {choices.map(([id, name]) => (
            <Switch key={id} label={name} isOn={chosen.includes(id)} onChange={(isOn) => set(id, isOn)} />
          ))}
          {choices.length === 0 && <p className="soft">{t('There are no bots yet.')}</p>}
        </div>
      )}
      <FormActions action={t('Save')} isBusy={isBusy} error={error} onClose={onClose} />
    </form>
  )
}
