import type { JSX } from 'preact'
import { useState } from 'preact/hooks'

interface PictureProps {
  source: string
  /** Shown in its place if it does not load; nothing without it. */
  children?: JSX.Element | false
}

/** A decorative picture, which takes no space if it does not load. */
export function Picture({ source, children }: PictureProps) {
  const [broken, setBroken] = useState<string>()
  return broken === source ? children || null : <img src={source} alt="" onError={() => setBroken(source)} />
}
