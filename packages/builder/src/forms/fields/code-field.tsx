import { onDemand, Part } from '../../design/on-demand.js'
import { useBotEditor } from '../../editor/bot-editor.js'
import type { Written } from '../expressions/complete.js'
import { ExpressionResult } from '../expressions/expression-result.js'
import '../forms.css'

const CodeEditor = onDemand(() => import('./code-editor.js'), { isSoon: true })

interface CodeFieldProps {
  label: string
  value: string
  /** Syntax of the text; plain text with placeholders by default. */
  written?: Written
  onChange(value: string): void
}

/** Code with highlighting. The editor is loaded when the first such field appears. */
export const CodeField = ({ label, value, written, onChange }: CodeFieldProps) => (
  <div className="field">
    <span className="field-label">{label}</span>
    <Part waiting={<div className="code-editor" />}>
      <CodeEditor label={label} value={value} written={written} onChange={onChange} />
    </Part>
    {written === 'code' && value.trim() !== '' && <Result text={value} written={written} />}
  </div>
)

/** Viewers see the code without its result. */
function Result(props: { text: string; written: Written }) {
  const { isReadOnly } = useBotEditor()
  return isReadOnly ? null : <ExpressionResult {...props} />
}
