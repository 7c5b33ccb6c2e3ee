import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm } from '../design/confirm.js'
import { dayOf, momentOf } from '../design/dates.js'
import { t } from '../i18n/i18n.js'
import type { Answer } from '../service/api.js'

export type StandingItem = Answer<'listItemsOfMember'>['items'][number]

interface EndAccessDialogProps {
  title: string
  text: string
  action: string
  /** Name of the person whose items they are. Absent if the user leaves: none of their items can stay. */
  name?: string
  queryKey: readonly string[]
  readItems(): Promise<{ items: readonly StandingItem[] }>
  /** Called with the ids of the items that continue in the name of the user. */
  onConfirm(kept: string[]): Promise<unknown>
  onClose(): void
}

/** Asks for confirmation before somebody loses access, and what happens to what they made that acts later or for others. */
export default function EndAccessDialog(props: EndAccessDialogProps) {
  const { title, text, action, name, queryKey, readItems, onConfirm, onClose } = props
  const items = useQuery({ queryKey, queryFn: readItems, select: (answer) => answer.items, gcTime: 0 })
  const [kept, setKept] = useState<readonly string[]>([])
  const listed = items.data ?? []
  const keep = (id: string, isKept: boolean) => setKept(isKept ? [...kept, id] : kept.filter((it) => it !== id))
  return (
    <Confirm
      title={title}
      text={text}
      action={action}
      error={items.error ?? undefined}
      isDisabled={items.data === undefined && !items.isError}
      onConfirm={() => onConfirm([...kept])}
      onClose={onClose}
    >
      {listed.length > 0 && name === undefined && (
        <div className="stack tight">
          <p>{t('These end when you leave:')}</p>
          <ul>
            {listed.map((item) => (
              <li key={item.id}>{nameOf(item)}</li>
            ))}
          </ul>
        </div>
      )}
      {listed.length > 0 && name !== undefined && (
        <fieldset className="part">
          <legend>{t('Revoke what {name} made', { name })}</legend>
          {listed.map((item) => (
            <label key={item.id} className="row">
              <input
                type="checkbox"
                checked={!kept.includes(item.id)}
                onChange={({ target }) => keep(item.id, !target.checked)}
              />
              <span className="grow">{nameOf(item)}</span>
            </label>
          ))}
          <p className="faint">{t('What you do not revoke continues in your name.')}</p>
        </fieldset>
      )}
    </Confirm>
  )
}

function nameOf(item: StandingItem): string {
  const bot = item.botName ?? ''
  const title = item.title ?? ''
  return names[item.kind]({ bot, title, at: item.at, createdAt: item.createdAt })
}

interface Named {
  bot: string
  title: string
  at: string | null
  createdAt: string
}

const names: Record<StandingItem['kind'], (of: Named) => string> = {
  summaryLink: ({ bot, createdAt }) =>
    t('Public link to the summary of “{bot}”, created {day}', { bot, day: dayOf(createdAt) }),
  summaryMail: ({ bot, title }) => t('Emails to {title} with the summary of “{bot}”', { title, bot }),
  deployment: ({ bot, at }) => t('Deployment of “{bot}”, scheduled for {time}', { bot, time: momentOf(at ?? '') }),
  promotion: ({ bot, title }) => t('Automatic promotion by the experiment “{title}” of “{bot}”', { title, bot }),
  invitation: ({ title }) => t('Invitation of {title}', { title }),
}
