import { onDemand, Part } from '../../design/on-demand.js'

const CodeEditor = onDemand(() => import('./code-editor.js'), { isSoon: true })

interface CodeFieldProps {
  label: string
  value: string
  onChange(value: string): void
}

/** Code with highlighting; its editor is loaded when there is code to write. */
export const CodeField = ({ label, value, onChange }: CodeFieldProps) => (
  <div className="field">
    <span className="field-label">{label}</span>
    <Part waiting={<div className="code-editor" />}>
      <CodeEditor label={label} value={value} onChange={onChange} />
    </Part>
  </div>
)
