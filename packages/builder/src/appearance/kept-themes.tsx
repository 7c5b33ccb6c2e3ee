import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useDocument, useStudio } from '../bot/studio.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Input } from '../design/field.js'
import { say } from '../design/toasts.js'
import { useAttempt } from '../design/use-attempt.js'
import { setField } from '../document/commands/set-field.js'
import { newId } from '../document/new-id.js'
import { request } from '../service/request.js'

/** Themes that the workspace keeps: use one here, or keep this one. */
export function KeptThemes() {
  const { bot, editing } = useStudio()
  const queries = useQueryClient()
  const theme = useDocument((document) => document.theme)
  const key = ['themes', bot.workspaceId]
  const kept = useQuery({
    queryKey: key,
    queryFn: () => request<'listThemeTemplates'>('GET', `themeTemplates?workspaceId=${bot.workspaceId}`),
    select: (answer) => answer.themeTemplates,
  })
  const [name, setName] = useState('')
  const { attempt, isBusy, error } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const body = { workspaceId: bot.workspaceId, name, theme }
      await request<'saveThemeTemplate'>('PUT', `themeTemplates/${newId()}`, body)
      await queries.invalidateQueries({ queryKey: key })
      say(`“${name}” is kept for all bots of the workspace.`)
      setName('')
    })
  }
  return (
    <section className="card">
      <h2>Kept themes</h2>
      {kept.data && kept.data.length > 0 && (
        <ul className="kept-themes">
          {kept.data.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                className="button"
                onClick={() => {
                  editing.run('Use a kept theme', setField(['theme'], one.theme))
                  say(`The bot has the looks of “${one.name}” now.`, { label: 'Undo', run: () => editing.undo() })
                }}
              >
                <span className="swatches" aria-hidden>
                  {swatchesOf(one.theme).map((colour, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: two of them may have the same colour
                    <span key={index} style={{ backgroundColor: colour }} />
                  ))}
                </span>
                {one.name}
              </button>
            </li>
          ))}
        </ul>
      )}
      <form className="row end" onSubmit={submit}>
        <div className="grow">
          <Input label="Keep this theme as" maxLength={200} value={name} onChange={setName} />
        </div>
        <button type="submit" className="button" disabled={isBusy || name.trim() === ''}>
          Keep
        </button>
      </form>
      <ErrorNotice error={error} />
    </section>
  )
}

function swatchesOf({
  general,
  chat,
}: {
  general?: { background?: { content?: string } }
  chat?: Record<string, unknown>
}) {
  const of = (part: string) => (chat?.[part] as { backgroundColor?: string } | undefined)?.backgroundColor
  const all = [general?.background?.content, of('hostBubbles'), of('guestBubbles'), of('buttons')]
  return all.map((colour) => (colour && CSS.supports('color', colour) ? colour : 'transparent'))
}
