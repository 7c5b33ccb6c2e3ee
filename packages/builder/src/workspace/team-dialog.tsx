import type { BusinessHours } from '@colloquy/flow/business-hours'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../design/dialog.js'
import { Input, Switch } from '../design/field.js'
import { FormActions } from '../design/form-actions.js'
import { Select } from '../design/select.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'
import { HoursFields, usualHours, withoutEmpty } from './business-hours.js'

export type Team = Answer<'listTeams'>['teams'][number]

export const assignmentNames: Readonly<Record<Team['assignment'], string>> = {
  'by-hand': t('By hand'),
  'round-robin': t('In turn'),
  'least-busy': t('Fewest open conversations'),
}

const assignmentHints: Readonly<Record<Team['assignment'], string>> = {
  'by-hand': t('Conversations wait until somebody takes them.'),
  'round-robin': t('Each member who is there gets the next conversation at once, one after the other.'),
  'least-busy': t('The member who is there with the fewest open conversations gets the next one at once.'),
}

/** A team before it is saved for the first time. */
export const newTeam: Team = { id: '', name: '', memberIds: [], assignment: 'by-hand', businessHours: null }

interface TeamDialogProps {
  workspaceId: string
  team: Team
  onSaved(): Promise<unknown>
  onClose(): void
}

/** Edits a team, or adds one. */
export function TeamDialog({ workspaceId, team, onSaved, onClose }: TeamDialogProps) {
  return (
    <Dialog title={team.id === '' ? t('Add team') : t('Edit team')} onClose={onClose}>
      <TeamForm workspaceId={workspaceId} team={team} onSaved={onSaved} onClose={onClose} />
    </Dialog>
  )
}

function TeamForm({ workspaceId, team, onSaved, onClose }: TeamDialogProps) {
  const people = useQuery({
    queryKey: ['inbox', workspaceId, 'setup'],
    queryFn: () => api.getInboxSetup({ workspaceId }),
    select: (answer) => answer.people,
  })
  const [name, setName] = useState(team.name)
  const [memberIds, setMembers] = useState<readonly string[]>(team.memberIds)
  const [assignment, setAssignment] = useState(team.assignment)
  const [hours, setHours] = useState<BusinessHours | null>(team.businessHours)
  const { attempt, isBusy, error } = useAttempt()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const body = {
      ...{ workspaceId, name, assignment },
      memberIds: [...memberIds],
      businessHours: hours && withoutEmpty(hours),
    }
    const isSaved = await attempt(async () => {
      if (team.id === '') await api.createTeam(body)
      else await api.updateTeam({ ...body, teamId: team.id })
      await onSaved()
    })
    if (isSaved) onClose()
  }
  return (
    <form className="stack" onSubmit={save}>
      <Input label={t('Name')} value={name} maxLength={60} required autoFocus onChange={setName} />
      <fieldset className="part">
        <legend>{t('Members')}</legend>
        <div className="stack team-members">
          {people.data?.map(({ id, name: person }) => (
            <Switch
              key={id}
              label={person}
              isOn={memberIds.includes(id)}
              onChange={(isOn) => setMembers((before) => [...before.filter((it) => it !== id), ...(isOn ? [id] : [])])}
            />
          ))}
        </div>
      </fieldset>
      <Select
        label={t('Conversations are assigned')}
        hint={assignmentHints[assignment]}
        value={assignment}
        choices={Object.entries(assignmentNames)}
        onChange={(value) => setAssignment(value as Team['assignment'])}
      />
      <Switch
        label={t('Own business hours')}
        isOn={hours !== null}
        onChange={(isOn) => setHours(isOn ? (team.businessHours ?? usualHours()) : null)}
      />
      {hours && <HoursFields hours={hours} onChange={setHours} />}
      <FormActions action={t('Save')} isBusy={isBusy} error={error ?? people.error ?? undefined} onClose={onClose} />
    </form>
  )
}
