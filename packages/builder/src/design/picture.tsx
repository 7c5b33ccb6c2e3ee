import { type ImgHTMLAttributes, type ReactNode, useState } from 'react'

interface PictureProps extends ImgHTMLAttributes<HTMLImageElement> {
  src: string
  /** Shown in place of a picture that does not load. */
  fallback: ReactNode
}

/** A decorative picture. The browser’s mark of a broken picture never appears. */
export function Picture({ src, fallback, ...attributes }: PictureProps) {
  const [broken, setBroken] = useState<string>()
  if (broken === src) return fallback
  return <img {...attributes} src={src} alt="" onError={() => setBroken(src)} />
}
