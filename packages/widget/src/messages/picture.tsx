import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

interface PictureProps {
  source: string
  /** Shown in its place if it does not load; nothing without it. */
  children?: ComponentChildren
}

/** A decorative picture, which takes no space if it does not load. */
export function Picture({ source, children }: PictureProps) {
  const [broken, setBroken] = useState<string>()
  return broken === source ? <>{children}</> : <img src={source} alt="" onError={() => setBroken(source)} />
}
