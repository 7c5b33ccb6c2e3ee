import { lazy, Suspense } from 'react'

const CodeEditor = lazy(() => import('./code-editor.js'))

interface CodeFieldProps {
  label: string
  value: string
  onChange(value: string): void
}

/** Code with highlighting; its editor is loaded when there is code to write. */
export const CodeField = ({ label, value, onChange }: CodeFieldProps) => (
  <div className="field">
    <span className="field-label">{label}</span>
    <Suspense fallback={<div className="code-editor" />}>
      <CodeEditor label={label} value={value} onChange={onChange} />
    </Suspense>
  </div>
)
