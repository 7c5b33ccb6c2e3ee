/** Source of a video: a file, or a video of a provider with its id there. `url` is the part of the address that was recognized. */
export interface VideoSource {
  type: 'url' | 'youtube' | 'vimeo' | 'tiktok' | 'gumlet'
  url: string
  id?: string
  /** Query of the provider's player: where the video starts and ends, its list, or the key of an unlisted video. */
  queryParamsStr?: string
}

/** Reads the address of a video in the forms that people copy. Addresses of unknown providers are files to play. */
export function videoSource(address: string): VideoSource {
  const text = address.trim()
  for (const { type, site, paths, query } of providers) {
    const found = site.exec(text)
    if (!found) continue
    const { path, params, fragment } = partsOf(text.slice(found.index + found[0].length))
    const match = paths.map((pattern) => pattern.exec(path)).find((it) => it !== null)
    const id = match?.[1] ?? (type === 'youtube' && /^watch\/?$/.test(path) ? params.get('v') : undefined)
    if (!id || !/^[\w-]+$/.test(id)) continue
    const recognized = match ? match[0] : `watch?v=${id}`
    const queryParamsStr = query(params, fragment, match?.[2])
    return { type, url: found[0] + recognized, id, ...(queryParamsStr && { queryParamsStr: `?${queryParamsStr}` }) }
  }
  if (text.startsWith('https://onedrive.live.com/embed?'))
    return { type: 'url', url: text.replace('/embed', '/download') }
  if (/^https:\/\/(www\.)?dropbox\.com\/s/i.test(text))
    return { type: 'url', url: text.replace(/([?&])dl=[01]/, '$1raw=1') }
  return { type: 'url', url: hasNoScheme.test(text) ? `https://${text}` : text }
}

/** Name of the service whose page an address is, if its page is not a video that can be played. */
export function pageWithoutVideo(address: string): string | undefined {
  const { type, url } = videoSource(address)
  return type === 'url' ? pages.find(({ site }) => site.test(url))?.name : undefined
}

interface Provider {
  type: Exclude<VideoSource['type'], 'url'>
  /** Matches the host and the slash behind it, wherever it is: also in embed code. */
  site: RegExp
  /** Of the path; the first group is the id, the second one the key of an unlisted video. */
  paths: RegExp[]
  query(params: ReadonlyMap<string, string>, fragment: string, key: string | undefined): string
}

const withoutQuery = () => ''

const providers: readonly Provider[] = [
  {
    type: 'youtube',
    site: /(?<![\w-])youtube(?:-nocookie)?\.com\//i,
    paths: [/^(?:shorts|live|embed|v|e)\/([\w-]+)/],
    query: playedPart,
  },
  {
    type: 'youtube',
    site: /(?<![\w-])youtu\.be\//i,
    paths: [/^([\w-]+)/],
    // Other parameters of short links are kept.
    query: (params, fragment) => {
      const others = [...params].filter(([name]) => !isPart(name)).map(([name, value]) => `${name}=${value}`)
      return [playedPart(params, fragment), ...others].filter(Boolean).join('&')
    },
  },
  {
    type: 'vimeo',
    site: /(?<![\w-])vimeo\.com\//i,
    paths: [
      /^(?:video\/|manage\/videos\/)?(\d+)(?:\/([0-9a-f]{6,}))?/,
      /^(?:channels|ondemand)\/[\w-]{1,100}\/(\d+)/,
      /^(?:groups|album|showcase)\/[\w-]{1,100}\/videos?\/(\d+)/,
    ],
    query: (params, _, key = params.get('h')) => (key && /^[0-9a-f]+$/.test(key) ? `h=${key}` : ''),
  },
  {
    type: 'tiktok',
    site: /(?<![\w-])tiktok\.com\//i,
    paths: [/^@[^/\s@]{1,100}\/video\/(\d+)/, /^(?:embed\/v2|embed|player\/v1|v)\/(\d+)/],
    query: withoutQuery,
  },
  { type: 'gumlet', site: /(?<![\w-])gumlet\.(?:com|tv)\//i, paths: [/^watch\/([\w-]+)/], query: withoutQuery },
  { type: 'gumlet', site: /(?<![\w-])play\.gumlet\.io\//i, paths: [/^embed\/([\w-]+)/], query: withoutQuery },
]

/** Services whose pages contain videos that only their own page or player shows. */
const pages: readonly { name: string; site: RegExp }[] = [
  { name: 'YouTube', site: /^https?:\/\/(?:[\w-]+\.)*(?:youtube(?:-nocookie)?\.com|youtu\.be)\//i },
  { name: 'Vimeo', site: /^https?:\/\/(?:www\.|player\.)?vimeo\.com\//i },
  { name: 'TikTok', site: /^https?:\/\/(?:[\w-]+\.)?tiktok\.com\//i },
  { name: 'Loom', site: /^https?:\/\/(?:www\.)?loom\.com\/(?:share|embed)\//i },
  { name: 'Wistia', site: /^https?:\/\/(?:[\w-]+\.)*wistia\.(?:com|net)\/(?:medias|embed\/iframe)\//i },
  { name: 'Dailymotion', site: /^https?:\/\/(?:(?:www\.|geo\.)?dailymotion\.com|dai\.ly)\//i },
  { name: 'Google Drive', site: /^https?:\/\/drive\.google\.com\/file\//i },
  { name: 'Facebook', site: /^https?:\/\/(?:(?:[\w-]+\.)?facebook\.com|fb\.watch)\//i },
  { name: 'Instagram', site: /^https?:\/\/(?:www\.)?instagram\.com\//i },
  { name: 'Twitch', site: /^https?:\/\/(?:[\w-]+\.)?twitch\.tv\//i },
]

/** A host with a dot, and a path: `files.example.com/a.mp4`. */
const hasNoScheme = /^(?:[a-z0-9-]{1,63}\.){1,10}[a-z]{2,24}(?::\d{1,5})?\/\S/i

function partsOf(rest: string): { path: string; params: Map<string, string>; fragment: string } {
  const end = rest.search(/[\s"'<>]/)
  const [address = '', fragment = ''] = (end < 0 ? rest : rest.slice(0, end)).split('#', 2)
  const mark = address.indexOf('?')
  const params = new Map<string, string>()
  for (const param of mark < 0
    ? []
    : address
        .slice(mark + 1)
        .replaceAll('&amp;', '&')
        .split('&')) {
    const [name = '', value = ''] = param.split('=', 2)
    if (name !== '') params.set(name, value)
  }
  return { path: mark < 0 ? address : address.slice(0, mark), params, fragment }
}

const isPart = (name: string): boolean => ['t', 'start', 'time_continue', 'end', 'list', 'v'].includes(name)

/** Pages call the start time `t`, embedded players call it `start`, in seconds. */
function playedPart(params: ReadonlyMap<string, string>, fragment: string): string {
  const start = params.get('t') ?? params.get('start') ?? params.get('time_continue') ?? /^t=(\w+)/.exec(fragment)?.[1]
  const values = { start: start && secondsOf(start), end: params.get('end'), list: params.get('list') }
  return Object.entries(values)
    .filter(([, value]) => value && /^[\w-]+$/.test(value))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

/** Seconds of a time such as 90, 90s or 1m30s; other texts as they are. */
function secondsOf(time: string): string {
  const [, hours, minutes, seconds] = /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(time) ?? []
  if (!hours && !minutes && !seconds) return time
  return String(Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0))
}
