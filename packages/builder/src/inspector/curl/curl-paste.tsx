import { Terminal } from 'lucide-react'
import { useId, useState } from 'react'
import { t } from '../../i18n/i18n.js'
import { type CurlRequest, parseCurl } from './parse-curl.js'

/** Fills in a request from a curl command, as documentation and browsers give it. */
export default function CurlPaste({ onRequest }: { onRequest(request: CurlRequest): void }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [command, setCommand] = useState('')
  const [problem, setProblem] = useState<string>()
  const [ignored, setIgnored] = useState<readonly string[]>([])
  const fill = () => {
    const parsed = parseCurl(command)
    setProblem(parsed.ok ? undefined : parsed.message)
    setIgnored(parsed.ok ? parsed.request.ignored : [])
    if (!parsed.ok) return
    onRequest(parsed.request)
    setOpen(false)
    setCommand('')
  }
  return (
    <div className="stack">
      {!isOpen && (
        <div className="row">
          <button type="button" className="button small" onClick={() => setOpen(true)}>
            <Terminal size={13} aria-hidden /> {t('Paste curl')}
          </button>
        </div>
      )}
      {isOpen && (
        <fieldset className="part">
          <legend>
            <label htmlFor={id}>{t('curl command')}</label>
          </legend>
          <textarea
            id={id}
            className="text"
            rows={5}
            spellCheck={false}
            placeholder={t("curl https://api.example.com -H 'Authorization: Bearer …'")}
            // biome-ignore lint/a11y/noAutofocus: the field stands where its button was pressed
            autoFocus
            value={command}
            onChange={(event) => setCommand(event.target.value)}
          />
          {problem && (
            <p className="notice danger" role="alert">
              {problem}
            </p>
          )}
          <div className="row">
            <button type="button" className="button primary small" disabled={command.trim() === ''} onClick={fill}>
              {t('Fill in')}
            </button>
            <button type="button" className="button small" onClick={() => setOpen(false)}>
              {t('Cancel')}
            </button>
          </div>
        </fieldset>
      )}
      <p role="status">{ignored.length > 0 && t('Filled in without {ignored}.', { ignored: ignored.join(', ') })}</p>
    </div>
  )
}
