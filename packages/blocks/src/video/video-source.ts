/** A recognized video address. `url` is the part that was recognized. */
export interface VideoSource {
  type: 'url' | 'youtube' | 'vimeo' | 'tiktok' | 'gumlet'
  url: string
  id?: string
  queryParamsStr?: string
}

/** Finds the provider of a video and its id there. Addresses of unknown providers are played as files. */
export function videoSource(url: string): VideoSource {
  for (const { type, pattern } of providers) {
    const match = pattern.exec(url)
    if (match) return { type, url: match[0], id: match[1] }
  }
  const short = /youtu\.be\/([\w-]+)(\?[^#\s]*)?/.exec(url)
  if (short) return { type: 'youtube', url: short[0], id: short[1], ...shortLinkQuery(short[2]) }
  if (url.startsWith('https://onedrive.live.com/embed?'))
    return { type: 'url', url: url.replace('/embed', '/download') }
  return { type: 'url', url }
}

const providers = [
  { type: 'youtube', pattern: /youtube\.com\/(?:watch\?v=|shorts\/)([\w-]+)/ },
  { type: 'vimeo', pattern: /vimeo\.com\/(\d+)/ },
  { type: 'tiktok', pattern: /tiktok\.com\/@[^/\s@]{1,100}\/video\/(\d+)/ },
  { type: 'gumlet', pattern: /gumlet\.(?:com|tv)\/watch\/([\w-]+)/ },
] as const

/** Short links call the start time `t`, embedded players call it `start`. */
function shortLinkQuery(query: string | undefined): { queryParamsStr?: string } {
  if (query === undefined || query === '?') return {}
  const params = query
    .slice(1)
    .split('&')
    .map((param) => (param.startsWith('t=') ? `start=${param.slice(2)}` : param))
  return { queryParamsStr: `?${params.join('&')}` }
}
