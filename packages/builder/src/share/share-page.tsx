import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ExternalLink, Rocket } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useStudio } from '../bot/studio.js'
import { CopyButton } from '../design/copy-button.js'
import { say, sayError } from '../design/toasts.js'
import { request } from '../service/request.js'
import { snippets } from './snippets.js'
import './share.css'

/** Where visitors find the bot, and how it gets into other pages. */
export default function SharePage() {
  const { bot } = useStudio()
  const queries = useQueryClient()
  const fresh = useQuery({
    queryKey: ['bot', bot.id],
    queryFn: () => request<'getBot'>('GET', `bots/${bot.id}`),
    select: (answer) => answer.bot,
  })
  const publicId = fresh.data?.publicId ?? null
  const [draft, setDraft] = useState<string>()
  const address = `${location.origin}/c/${publicId}`
  const save = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await request<'updateBot'>('PATCH', `bots/${bot.id}`, { bot: { publicId: draft } })
      await queries.invalidateQueries({ queryKey: ['bot', bot.id] })
      setDraft(undefined)
      say('The address is changed. The old one no longer works.')
    } catch (problem) {
      sayError(problem)
    }
  }
  return (
    <div className="page">
      <div className="page-inner">
        <h1>Share</h1>
        {publicId === null ? (
          <div className="card empty">
            <Rocket size={28} />
            <p>Publish the bot, and its address and the code for your pages stand here.</p>
          </div>
        ) : (
          <>
            <section className="card">
              <h2>Its own page</h2>
              <div className="row">
                <code className="address grow cut">{address}</code>
                <CopyButton label="Copy the address" text={address} />
                <a className="button" href={address} target="_blank" rel="noopener noreferrer">
                  <ExternalLink size={14} /> Open
                </a>
              </div>
              <form className="row share-form" onSubmit={save}>
                <div className="field grow">
                  <label htmlFor="public-id">Last part of the address</label>
                  <input
                    id="public-id"
                    className="text"
                    value={draft ?? publicId}
                    onChange={(event) => setDraft(event.target.value)}
                  />
                </div>
                <button type="submit" className="button" disabled={draft === undefined || draft === publicId}>
                  Change
                </button>
              </form>
            </section>
            {snippets.map(({ title, hint, code }) => {
              const text = code(location.origin, publicId)
              return (
                <section key={title} className="card">
                  <div className="row">
                    <div className="grow">
                      <h2>{title}</h2>
                      <p className="soft">{hint}</p>
                    </div>
                    <CopyButton label={`Copy the code: ${title}`} text={text} />
                  </div>
                  {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys */}
                  <pre className="snippet" tabIndex={0}>
                    {text}
                  </pre>
                </section>
              )
            })}
          </>
        )}
      </div>
    </div>
  )
}
