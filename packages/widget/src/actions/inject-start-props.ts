import type { ActionOutcome } from '../conversation/action-context.js'
import type { ClientAction } from '../conversation/wire.js'
import type { ActionTools } from './action-tools.js'
import { loadAnalytics, loadPixel, loadTagManager } from './track.js'

type StartProps = Extract<ClientAction, { type: 'startPropsToInject' }>['startPropsToInject']

/** Adds the author's code and trackers to the page. Pages of the service run no third-party code in their own origin. */
export function injectStartProps(props: StartProps, { scripts }: ActionTools): ActionOutcome {
  if (scripts !== 'page') {
    const description = 'The head code and the trackers of this bot do not run on this page'
    return { kind: 'failed', log: { status: 'info', description } }
  }
  if (props.customHeadCode) injectHead(props.customHeadCode)
  if (props.gtmId) loadTagManager(props.gtmId)
  if (props.googleAnalyticsId) loadAnalytics(props.googleAnalyticsId)
  for (const id of props.pixelIds ?? []) loadPixel(id)
  return { kind: 'done' }
}

/** Adds elements parsed from a text; scripts among them have to be created again, or browsers do not run them. */
function injectHead(code: string): void {
  const { head } = new DOMParser().parseFromString(`<head>${code}</head>`, 'text/html')
  for (const element of head.children) {
    if (element.tagName !== 'SCRIPT') {
      document.head.append(document.importNode(element, true))
      continue
    }
    const script = document.createElement('script')
    for (const { name, value } of element.attributes) script.setAttribute(name, value)
    script.textContent = element.textContent
    document.head.append(script)
  }
}
