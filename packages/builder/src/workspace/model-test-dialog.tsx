import { integrationOfCredentials } from '@colloquy/flow/integrations'
import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { StoredCredentials } from '../credentials/credentials-fields.js'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { SuggestInput } from '../design/suggest-input.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'

interface ModelTestDialogProps {
  workspaceId: string
  kept: StoredCredentials
  onClose(): void
}

type ConnectionTest = Answer<'tryModel'>

/** Asks a model of some credentials three short questions, and shows what it can do and how fast it is. */
export default function ModelTestDialog({ workspaceId, kept, onClose }: ModelTestDialogProps) {
  const [model, setModel] = useState('')
  const [connectionTest, setConnectionTest] = useState<ConnectionTest>()
  const { attempt, isBusy, error } = useAttempt()
  const type = integrationOfCredentials(kept.type)
  const models = useQuery({
    queryKey: ['integration items', workspaceId, type, 'models', kept.id],
    queryFn: () => api.listIntegrationItems({ workspaceId, type: type!, list: 'models', credentialsId: kept.id }),
    enabled: type !== undefined,
    staleTime: 60_000,
    retry: false,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setConnectionTest(undefined)
    void attempt(async () => {
      const body = { workspaceId, model: model.trim() }
      setConnectionTest(await api.tryModel({ credentialsId: kept.id, ...body }))
    })
  }
  return (
    <Dialog
      title={t('Try a model')}
      description={t('Three short questions, which count in your budgets: a text, a function call and JSON.')}
      onClose={onClose}
    >
      <form className="stack" onSubmit={submit}>
        <SuggestInput
          label={t('Model')}
          hint={models.data?.problem}
          value={model}
          spellCheck={false}
          suggestions={models.data?.items ?? []}
          onChange={setModel}
        />
        <ErrorNotice error={error} />
        <div role="status">
          {isBusy && <p className="soft">{t('Asking the model…')}</p>}
          {connectionTest?.problem && <p className="notice danger">{connectionTest.problem}</p>}
          {connectionTest && !connectionTest.problem && <Outcome connectionTest={connectionTest} />}
        </div>
        <div className="dialog-actions">
          <button type="submit" className="button primary" disabled={isBusy || model.trim() === ''}>
            {connectionTest ? t('Try again') : t('Try it')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function Outcome({ connectionTest }: { connectionTest: ConnectionTest }) {
  const { firstPieceMilliseconds, milliseconds, tokens, streams, callsFunctions, answersInJson } = connectionTest
  return (
    <ul className="marks stack tight">
      <Mark isSet>
        {t('Answers in {seconds} s, the first words after {first} s', {
          seconds: secondsOf(milliseconds),
          first: secondsOf(firstPieceMilliseconds),
        })}
      </Mark>
      <Mark isSet={tokens !== null}>
        {tokens
          ? t('Counts tokens: {input} in, {output} out', tokens)
          : t('Does not count tokens: ceilings use estimates')}
      </Mark>
      <Mark isSet={streams}>{streams ? t('Streams its text') : t('Does not stream: the text comes as a whole')}</Mark>
      <Mark isSet={callsFunctions}>
        {callsFunctions ? t('Calls functions') : t('Does not call functions: use it without tools')}
      </Mark>
      <Mark isSet={answersInJson}>
        {answersInJson ? t('Answers in JSON') : t('Does not answer in JSON: values are read from its text')}
      </Mark>
    </ul>
  )
}

const secondsOf = (milliseconds: number | null): string => ((milliseconds ?? 0) / 1000).toFixed(1)

function Mark({ isSet, children }: { isSet: boolean; children: React.ReactNode }) {
  return (
    <li className="row">
      {isSet ? <Check size={15} aria-hidden className="mark-set" /> : <X size={15} aria-hidden className="faint" />}
      <span className="grow">{children}</span>
    </li>
  )
}
