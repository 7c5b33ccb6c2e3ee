import { useEffect, useState } from 'preact/hooks'
import { safeSource } from '../theme/safe-address.js'

interface CaptionsProps {
  url: string | undefined
  /** Language tag. */
  language: string | undefined
}

/**
 * Captions of a video. Browsers load them only from the origin of the page, so that a copy replaces those from elsewhere; the video itself
 * needs no permission of its host.
 */
export function Captions({ url, language }: CaptionsProps) {
  const source = safeSource(url)
  const [copy, setCopy] = useState<string>()
  useEffect(() => {
    if (!source || isHere(source)) return
    const leaving = new AbortController()
    let address: string | undefined
    fetch(source, { signal: leaving.signal, credentials: 'omit' })
      .then((response) => (response.ok ? response.text() : Promise.reject()))
      .then((text) => {
        if (leaving.signal.aborted) return
        address = URL.createObjectURL(new Blob([text], { type: 'text/vtt' }))
        setCopy(address)
      })
      // The video plays without captions.
      .catch(() => {})
    return () => {
      leaving.abort()
      if (address) URL.revokeObjectURL(address)
    }
  }, [source])
  const shown = source && isHere(source) ? source : copy
  if (!shown) return null
  return <track kind="captions" src={shown} srclang={language || undefined} label={nameOf(language)} default />
}

/** True on the server, whose page usually has the same origin as the files. */
const isHere = (source: string) => typeof location === 'undefined' || new URL(source).origin === location.origin

/** Name of a language in itself. */
function nameOf(language: string | undefined): string | undefined {
  try {
    return language ? new Intl.DisplayNames([language], { type: 'language' }).of(language) : undefined
  } catch {
    return language
  }
}
