import type { ClientAction } from '../conversation/wire.js'
import type { ScriptMode } from '../view/chat-context.js'

type ClientScript = Extract<ClientAction, { type: 'scriptToExecute' }>['scriptToExecute']

export interface Script {
  /** The body of an async function. */
  content: string
  /** Its parameters by name. */
  args: Record<string, unknown>
  mode: ScriptMode
  /** Address of the service, which serves the frame. */
  host: string
}

/** Timeout of a script in a frame, in milliseconds. */
const frameTimeout = 10_000

/**
 * Runs an author's script and resolves to its result. Throws what it throws, and if scripts may not run. In a page of another site it runs
 * directly, as the authors of both intend; in a page of the service only inside a frame without an origin, which has no access to the page,
 * its storage, or its session.
 */
export async function runScript({ content, args, mode, host }: Script): Promise<unknown> {
  const body = withoutTag(content)
  if (body.trim() === '') return undefined
  if (mode === 'off') throw new Error('Scripts are switched off here')
  if (mode === 'frame') return runInFrame(body, args, host)
  const names = Object.keys(args).filter((name) => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name))
  const AsyncFunction = (async () => {}).constructor as new (...parts: string[]) => (...values: unknown[]) => unknown
  return new AsyncFunction(...names, body)(...names.map((name) => args[name]))
}

/** Converts the argument list in the API's format to parameters by name. */
export const scriptOf = ({ content, args }: ClientScript): { content: string; args: Record<string, unknown> } => ({
  content,
  args: Object.fromEntries(args.map(({ id, value }) => [id, value])),
})

export const isCodeWithReturn = (content: string): boolean => /\breturn\b/.test(content)

/** Authors paste scripts with their tag. */
const withoutTag = (content: string): string => content.replace(/^\s*<script[^>]*>|<\/script>\s*$/gi, '')

function runInFrame(content: string, args: Record<string, unknown>, host: string): Promise<unknown> {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.src = `${host}/widget/script-frame.html`
  return new Promise<unknown>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The script took too long')), frameTimeout)
    const listen = ({ source, data }: MessageEvent) => {
      if (source !== frame.contentWindow) return
      clearTimeout(timer)
      window.removeEventListener('message', listen)
      if (data?.kind === 'returned') resolve(data.value)
      else reject(new Error(String(data?.message)))
    }
    window.addEventListener('message', listen)
    // The frame has no origin that could be named; its window identifies it.
    frame.onload = () => {
      try {
        frame.contentWindow?.postMessage({ content, args }, '*')
      } catch (error) {
        reject(error)
      }
    }
    document.body.append(frame)
  }).finally(() => frame.remove())
}
