import { javascript } from '@codemirror/lang-javascript'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'

interface CodeEditorProps {
  label: string
  value: string
  onChange(value: string): void
}

/** An editor of JavaScript that follows the value that it is given. */
export default function CodeEditor({ label, value, onChange }: CodeEditorProps) {
  const frame = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const change = useRef(onChange)
  change.current = onChange
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once; later values come in below
  useEffect(() => {
    const listen = EditorView.updateListener.of((update) => {
      if (update.docChanged) change.current(update.state.doc.toString())
    })
    const extensions = [
      lineNumbers(),
      drawSelection(),
      javascript(),
      look,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label }),
      listen,
    ]
    // Inside a shadow root the editor brings its styles as sheets and not as elements, which the page's policy forbids.
    const root = frame.current!.shadowRoot ?? frame.current!.attachShadow({ mode: 'open' })
    view.current = new EditorView({ parent: root, root, state: EditorState.create({ doc: value, extensions }) })
    return () => view.current?.destroy()
  }, [])
  useEffect(() => {
    const editor = view.current
    if (!editor || editor.hasFocus || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])
  return <div className="code-editor" ref={frame} />
}

const look = EditorView.theme({
  '&': { minHeight: '120px', maxHeight: '420px', fontSize: '12px', borderRadius: '7px', color: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '18px' },
  '.cm-content': { caretColor: 'var(--text)', minHeight: '112px' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': {
    border: 'none',
    borderRadius: '7px 0 0 7px',
    backgroundColor: 'var(--sunken)',
    color: 'var(--text-faint)',
  },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--accent-soft)' },
})
