import { type FormEvent, useId, useState } from 'react'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Field, Input, Switch } from '../design/field.js'
import { Segments } from '../design/segments.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { textOfFile } from '../service/text-of-file.js'

type Source = Parameters<typeof api.addKnowledgeSource>[0]['source']
type Way = 'page' | 'site' | 'file' | 'text'

interface SourceDialogProps {
  baseId: string
  workspaceId: string
  onSaved(): Promise<unknown>
  onClose(): void
}

/** Adds a page, files or a text to a knowledge base. */
export function SourceDialog({ baseId, workspaceId, onSaved, onClose }: SourceDialogProps) {
  const [way, setWay] = useState<Way>('page')
  const [url, setUrl] = useState('')
  const [refreshesDaily, setRefreshesDaily] = useState(false)
  const [title, setTitle] = useState('')
  const [text, setText] = useState('')
  const [files, setFiles] = useState<readonly File[]>([])
  const { attempt, isBusy, error } = useAttempt()
  const fileId = useId()
  const textId = useId()
  const add = async (source: Source) => (await api.addKnowledgeSource({ baseId, workspaceId, source })).knowledgeSource
  const addAll: Record<Way, () => Promise<unknown>> = {
    // If it cannot be read, its row shows the error.
    page: () => add({ kind: 'page', url: url.trim(), refreshesDaily }),
    // Its pages are read in the background.
    site: () => add({ kind: 'site', url: url.trim(), refreshesDaily }),
    file: async () => {
      for (const file of files) {
        await add({ kind: kindOf(file), title: file.name.slice(0, 200), text: await textOfFile(file) })
        setFiles((left) => left.filter((one) => one !== file))
        await onSaved()
      }
    },
    text: () => add({ kind: 'markdown', title: title.trim(), text }),
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await attempt(addAll[way]))) return
    await onSaved()
    onClose()
  }
  const isComplete = {
    page: url.trim() !== '',
    site: url.trim() !== '',
    file: files.length > 0,
    text: title.trim() !== '' && text.trim() !== '',
  }
  return (
    <Dialog title={t('Add source')} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Segments
          label={t('Kind of source')}
          value={way}
          choices={[
            ['page', t('Page')],
            ['site', t('Site')],
            ['file', t('File')],
            ['text', t('Text')],
          ]}
          onChange={(next) => setWay(next)}
        />
        {(way === 'page' || way === 'site') && (
          <>
            <Input {...addresses[way]} type="url" value={url} onChange={setUrl} />
            <Switch label={t('Refresh daily')} isOn={refreshesDaily} onChange={setRefreshesDaily} />
          </>
        )}
        {way === 'file' && (
          <Field id={fileId} label={t('Files')} hint={t('Text, Markdown, HTML or CSV.')}>
            <input
              id={fileId}
              type="file"
              multiple
              accept=".txt,.md,.markdown,.html,.htm,.csv,text/plain,text/markdown,text/html,text/csv"
              aria-describedby={`${fileId}-hint`}
              onChange={(event) => setFiles([...(event.target.files ?? [])])}
            />
          </Field>
        )}
        {way === 'text' && (
          <>
            <Input label={t('Title')} value={title} maxLength={200} onChange={setTitle} />
            <Field id={textId} label={t('Text')} hint={t('Headings in Markdown, such as “## Returns”, divide it.')}>
              <textarea
                id={textId}
                className="text"
                rows={10}
                value={text}
                aria-describedby={`${textId}-hint`}
                onChange={(event) => setText(event.target.value)}
              />
            </Field>
          </>
        )}
        <ErrorNotice error={error} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {t('Cancel')}
          </button>
          <button type="submit" className="button primary" disabled={isBusy || !isComplete[way]}>
            {isBusy ? t('Reading…') : t('Add')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

const addresses = {
  page: {
    label: t('Address of the page'),
    placeholder: 'https://shop.example.com/help',
    hint: t('The page must be open to everybody. Navigation and footers are left out.'),
  },
  site: {
    label: t('Address of the site'),
    placeholder: 'https://shop.example.com/help/',
    hint: t("A sitemap, or a page. For a page, the site's sitemap gives the pages under its path."),
  },
}

/** File format, by the extension. Throws for files that do not contain text. */
function kindOf({ name }: File): 'text' | 'markdown' | 'html' | 'csv' {
  const kind = kinds[name.slice(name.lastIndexOf('.') + 1).toLowerCase()]
  if (kind) return kind
  throw new Error(t('“{name}” cannot be read. Use text, Markdown, HTML or CSV files.', { name }))
}

const kinds: Readonly<Record<string, ReturnType<typeof kindOf>>> = {
  txt: 'text',
  md: 'markdown',
  markdown: 'markdown',
  html: 'html',
  htm: 'html',
  csv: 'csv',
}
