import { onDemand, Part } from '../../design/on-demand.js'
import { useStudio } from '../../editor/studio.js'
import type { Written } from '../expressions/complete.js'
import { ExpressionResult } from '../expressions/expression-result.js'
import '../inspector.css'

const CodeEditor = onDemand(() => import('./code-editor.js'), { isSoon: true })

interface CodeFieldProps {
  label: string
  value: string
  /** How it is read; as a text with placeholders unless told. */
  written?: Written
  onChange(value: string): void
}

/** Code with highlighting; its editor is loaded when there is code to write. */
export const CodeField = ({ label, value, written, onChange }: CodeFieldProps) => (
  <div className="field">
    <span className="field-label">{label}</span>
    <Part waiting={<div className="code-editor" />}>
      <CodeEditor label={label} value={value} written={written} onChange={onChange} />
    </Part>
    {written === 'code' && value.trim() !== '' && <Result text={value} written={written} />}
  </div>
)

/** Viewers see the code as it is. */
function Result(props: { text: string; written: Written }) {
  const { isReadOnly } = useStudio()
  return isReadOnly ? null : <ExpressionResult {...props} />
}
