import { useStoreApi } from '@xyflow/react'
import { useEffect, useRef } from 'react'
import { useBotEditor } from '../bot-editor.js'
import { type Cursor, keyOf, nameOf, type Person } from './presence.js'
import { useOwnCursor } from './use-own-cursor.js'
import './pointers.css'

/** Milliseconds after the latest notification at which a cursor is hidden. */
const rest = 10_000

/** Cursors of others on the canvas. They are moved outside React: neither a moving cursor nor a moving view renders anything again. */
export function Cursors({ people }: { people: readonly Person[] }) {
  const { presence } = useBotEditor()
  const flow = useStoreApi()
  const layer = useRef<HTMLDivElement>(null)
  useOwnCursor()

  useEffect(() => {
    const hiding = new Map<HTMLElement, ReturnType<typeof setTimeout>>()
    const hide = (element: HTMLElement) => {
      delete element.dataset.shown
    }
    const move = ({ at, ...cursor }: Cursor) => {
      const element = layer.current?.querySelector<HTMLElement>(`[data-pointer="${CSS.escape(keyOf(cursor))}"]`)
      if (!element) return
      clearTimeout(hiding.get(element))
      if (!at) return hide(element)
      element.style.transform = `translate(${at.x}px, ${at.y}px)`
      // Laid out before it is shown, so that it does not glide in from its outdated position.
      if (element.dataset.shown === undefined) element.getBoundingClientRect()
      element.dataset.shown = 'true'
      hiding.set(
        element,
        setTimeout(() => hide(element), rest),
      )
    }
    const stop = presence.pointers.subscribe(() => presence.pointers.get().moved.forEach(move))
    return () => {
      stop()
      for (const timer of hiding.values()) clearTimeout(timer)
    }
  }, [presence])

  useEffect(() => {
    let zoom = 0
    const keepSize = () => {
      const [, , next] = flow.getState().transform
      if (next !== zoom) layer.current?.style.setProperty('--unzoom', `${1 / next}`)
      zoom = next
    }
    keepSize()
    return flow.subscribe(keepSize)
  }, [flow])

  return (
    <div className="pointers" aria-hidden="true" ref={layer}>
      {people.map((person) => (
        <div key={keyOf(person)} className="pointer" data-pointer={keyOf(person)} data-colour={person.colour}>
          <div>
            <svg width="18" height="20" viewBox="0 0 18 20" aria-hidden>
              <path d="M1 1v15l4.2-3.6 2.6 6 3-1.3-2.6-5.9 5.6-.4z" />
            </svg>
            <span className="cut">{nameOf(person)}</span>
          </div>
        </div>
      ))}
    </div>
  )
}
