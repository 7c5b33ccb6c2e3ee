import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ReactFlowProvider } from '@xyflow/react'
import { useState } from 'react'
import { useRoute } from 'wouter'
import { onDemand, Part } from '../design/on-demand.js'
import { BotEditorContext, isNarrow, useBotEditor, useView } from '../editor/bot-editor.js'
import { FlowCanvas } from '../flow-view/flow-canvas.js'
import { PageMessage } from '../frame/page-message.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { loadRecording, type OtherReply } from './recording.js'
import { releaseEditor } from './release-editor.js'
import { TimeTravel } from './time-travel.js'
import './time-travel.css'
import '../flow-view/outline.css'

const Outline = onDemand(() => import('../flow-view/outline.js'))

const unchanged: readonly OtherReply[] = []

/** Plays back the conversation of a result on the canvas of its release, turn by turn. */
export default function RecordingPage() {
  const { bot, can } = useBotEditor()
  const [, named] = useRoute('/bots/:botId/recording/:resultId')
  if (!can('results.record') || !named)
    return (
      <PageMessage
        title={t('Recordings are for editors')}
        text={t('They show answers of services. Ask for the right to edit this bot.')}
      />
    )
  return <Recorded key={named.resultId} botId={bot.id} resultId={named.resultId} />
}

function Recorded({ botId, resultId }: { botId: string; resultId: string }) {
  const editor = useBotEditor()
  const [others, setOthers] = useState(unchanged)
  const recording = useQuery({
    queryKey: ['recording', botId, resultId, others],
    queryFn: () => loadRecording(botId, resultId, others),
    placeholderData: keepPreviousData,
    // Neither the conversation nor its release ever changes.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const releaseId = recording.data?.releaseId
  const release = useQuery({
    queryKey: ['release editor', botId, releaseId],
    enabled: releaseId !== undefined,
    queryFn: async () => {
      const { release: found } = await api.getRelease({ botId, releaseId: releaseId! })
      return releaseEditor(editor, found)
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  })
  const error = recording.error ?? release.error
  if (error && !recording.data) return <PageMessage title={t('This recording does not open')} text={error.message} />
  if (!recording.data || !release.data) return <h1 className="empty grow">{t('Opening…')}</h1>
  return (
    <BotEditorContext value={release.data}>
      <ReactFlowProvider>
        <div className="recording">
          <Stage />
          <TimeTravel
            draft={editor}
            resultId={resultId}
            recording={recording.data}
            others={others}
            isPending={recording.isPlaceholderData}
            error={recording.error ?? undefined}
            onOthers={setOthers}
          />
        </div>
      </ReactFlowProvider>
    </BotEditorContext>
  )
}

function Stage() {
  const isOutlineOpen = useView((view) => view.isOutlineOpen)
  return (
    <div className="recording-stage">
      {isOutlineOpen && (
        <Part waiting={<div className="outline" aria-busy="true" />} keysFor={!isNarrow() && '[role=tree]'}>
          <Outline />
        </Part>
      )}
      <FlowCanvas />
    </div>
  )
}
