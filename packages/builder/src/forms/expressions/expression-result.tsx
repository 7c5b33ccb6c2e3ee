import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useBotEditor, useDocument } from '../../editor/bot-editor.js'
import { t } from '../../i18n/i18n.js'
import { usePreviewValues } from '../../preview/use-preview-values.js'
import { textOf, type Value } from '../../preview/variable-value.js'
import { api } from '../../service/api.js'
import type { Written } from './complete.js'
import '../forms.css'

interface ExpressionResultProps {
  text: string
  written: Written
}

/** Milliseconds after the last keystroke at which the result is computed. */
const pause = 250

/**
 * Result of a text with the variables of the open preview, or with default values if none is open. The service computes it in the script
 * sandbox, so that typing is never blocked and the code cannot reach anything.
 */
export function ExpressionResult({ text, written }: ExpressionResultProps) {
  const { bot } = useBotEditor()
  const all = useDocument((document) => document.variables)
  const live = usePreviewValues()
  const [asked, setAsked] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  const variables = all
    .filter(({ name }) => asked.includes(`{{${name}}}`))
    .map(({ id, name, value = null }) => ({ name, value: live?.get(id) ?? (value as Value) }))
  const { data } = useQuery({
    queryKey: ['expression', bot.id, asked, written, variables],
    queryFn: () => api.tryExpression({ botId: bot.id, text: asked, writtenAs: written, variables }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  })
  if (!data) return null
  const { value, problem } = data
  if (problem !== null) return <output className="expression-result wrong">{problem}</output>
  return (
    <output className="expression-result faint">
      <span aria-hidden>=</span>
      <span className="visually-hidden">{t('Result:')}</span>
      {value === null || value === '' ? <em>{t('empty')}</em> : <code className="cut">{textOf(value)}</code>}
      {live && <span className="tag">{t('Preview')}</span>}
    </output>
  )
}
