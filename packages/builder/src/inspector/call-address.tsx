import { Send } from 'lucide-react'
import { useState } from 'react'
import { CopyButton } from '../design/copy-button.js'
import { CopyLine } from '../design/copy-line.js'
import { Segments } from '../design/segments.js'
import { createStore, type Store, useStore } from '../design/store.js'
import { showError, showToast } from '../design/toasts.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { running } from '../preview/running.js'
import { api } from '../service/api.js'

const modes = [
  ['published', t('Published')],
  ['preview', t('Preview')],
] as const
type Mode = (typeof modes)[number][0]

const sample = { message: t('Hello') }

/** The address that another system calls while a conversation waits at the block, with a command to try it. */
export function CallAddress({ blockId }: { blockId: string }) {
  const { bot, can } = useBotEditor()
  const [mode, setMode] = useState<Mode>('published')
  const block = `bots/${bot.id}/blocks/${blockId}`
  const path = mode === 'preview' ? `${block}/web/executeTestWebhook` : `${block}/results/RESULT_ID/executeWebhook`
  const url = `${location.origin}/api/v1/${path}`
  const command = curlCommand(url)
  return (
    <fieldset className="part">
      <legend>{t('Address to call')}</legend>
      <Segments label={t('Conversations')} value={mode} choices={modes} onChange={setMode} />
      <p className="row">
        <span className="tag">POST</span>
        <span className="faint">
          {mode === 'preview'
            ? t('Continues your latest preview.')
            : t('Continues one conversation. Replace RESULT_ID; a Set variable block can save it as “Result ID”.')}
        </span>
      </p>
      <CopyLine text={url} what={t('the address')} />
      <div className="row">
        <pre className="code-line grow sample">{command}</pre>
        <CopyButton label={t('Copy the curl command')} text={command} />
      </div>
      <p className="faint">
        {t('Create an API token under Your account → API tokens. The JSON body is available under “data”.')}
      </p>
      {mode === 'preview' && can('bot.connect') && <TestCall botId={bot.id} blockId={blockId} />}
    </fieldset>
  )
}

const nothingRuns = createStore({ steps: 0 })

function TestCall({ botId, blockId }: { botId: string; blockId: string }) {
  const run = useStore(running, (it) => it.run)
  // The service knows a conversation only once it has answered its start.
  const state: Pick<Store<{ steps: number }>, 'get' | 'subscribe'> = run?.state ?? nothingRuns
  const isRunning = useStore(state, ({ steps }) => steps > 0)
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    try {
      await api.executeTestWebhook({ botId, blockId, body: sample })
      showToast(t('Test call sent'))
    } catch (error) {
      showError(error)
    }
    setBusy(false)
  }
  return (
    <>
      <button type="button" className="button" disabled={isBusy || !isRunning} onClick={send}>
        <Send size={13} /> {t('Send a test call')}
      </button>
      {!isRunning && <p className="faint">{t('Start the preview to send a test call.')}</p>}
    </>
  )
}

const curlCommand = (url: string): string =>
  [
    `curl -X POST '${url}'`,
    `  -H 'Authorization: Bearer YOUR_API_TOKEN'`,
    `  -H 'Content-Type: application/json'`,
    `  -d '${JSON.stringify(sample)}'`,
  ].join(' \\\n')
