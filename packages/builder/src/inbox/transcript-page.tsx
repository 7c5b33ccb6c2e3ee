import { ArrowLeft, Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { momentOf } from '../design/dates.js'
import { Switch } from '../design/field.js'
import { saveFile } from '../design/save-file.js'
import { PageMessage } from '../frame/page-message.js'
import { PageSkeleton } from '../frame/page-skeleton.js'
import { t } from '../i18n/i18n.js'
import type { FullConversation } from './conversation.js'
import { useConversation } from './use-conversations.js'
import { useSetup } from './use-setup.js'
import type { View } from './views.js'
import { transcriptFile, writtenLines } from './written-transcript.js'

interface TranscriptPageProps {
  workspaceId: string
  sessionId: string
  view: View
}

/** The transcript of a conversation on a separate page, to print it or to keep it as a file. */
export default function TranscriptPage({ workspaceId, sessionId, view }: TranscriptPageProps) {
  const { data, error, refetch } = useConversation(workspaceId, sessionId)
  const { names } = useSetup(workspaceId)
  if (error) return <PageMessage title={t('This did not work')} text={error.message} onRetry={refetch} />
  if (!data) return <PageSkeleton />
  const back = `/workspaces/${workspaceId}/inbox/${view}/${sessionId}`
  return <Written conversation={data} names={names} back={back} />
}

interface WrittenProps {
  conversation: FullConversation
  names: ReadonlyMap<string, string>
  /** Address of the conversation. */
  back: string
}

function Written({ conversation, names, back }: WrittenProps) {
  const [hasNotes, setNotes] = useState(false)
  const { conversation: listed, botId, hasEarlier } = conversation
  const title = listed?.visitor?.name ?? t('Conversation')
  const lines = writtenLines(conversation, { hasNotes, names })
  const first = lines[0]?.at
  const head = [
    title,
    [names.get(botId), listed && names.get(listed.channel), first && momentOf(first)].filter(Boolean).join(' · '),
    ...(hasEarlier ? [t('Earlier messages are in the results.')] : []),
  ]
  const save = () => {
    const day = (first ?? new Date().toISOString()).slice(0, 10)
    saveFile(
      `${title.replace(/[^\p{L}\p{N}]+/gu, '-')}-${day}.txt`,
      new Blob([transcriptFile(head, lines)], { type: 'text/plain' }),
    )
  }
  return (
    <main className="inbox-written">
      <div className="row wrap inbox-written-tools">
        <Link href={back} className="button plain">
          <ArrowLeft size={14} /> {t('Back to the conversation')}
        </Link>
        <span className="grow" />
        <Switch label={t('With private notes')} isOn={hasNotes} onChange={setNotes} />
        <button type="button" className="button" onClick={save}>
          <Download size={14} /> {t('Download as text')}
        </button>
        <button type="button" className="button primary" onClick={() => window.print()}>
          <Printer size={14} /> {t('Print')}
        </button>
      </div>
      <h1>{head[0]}</h1>
      {head.slice(1).map((line) => (
        <p key={line} className="soft">
          {line}
        </p>
      ))}
      <ol>
        {lines.map(({ at, kind, author, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line keeps its position, unless all change
          <li key={index} className={`written-${kind}`}>
            <p className="soft">
              {author && <strong>{author}</strong>} <time dateTime={at}>{momentOf(at)}</time>
            </p>
            <p dir="auto">{text}</p>
          </li>
        ))}
      </ol>
    </main>
  )
}
