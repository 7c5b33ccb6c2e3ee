import type { ClientAction, Log } from '@colloquy/chat'
import type { CompiledFlow } from '@colloquy/engine'
import { definitionOf } from '@colloquy/flow'
import { headCodeOf } from '../head-code/release-head-code.js'

type StartProps = Extract<ClientAction, { type: 'startPropsToInject' }>['startPropsToInject']

/** Returns what a client inserts into its page before the first message, if the bot has anything to insert. */
export function startAction(compiledFlow: CompiledFlow): ClientAction | undefined {
  const props = startPropsOf(compiledFlow)
  return Object.keys(props).length > 0 ? { type: 'startPropsToInject', startPropsToInject: props } : undefined
}

/** Returns the log that replaces the action in a preview. */
export function startActionLog(compiledFlow: CompiledFlow): Log | undefined {
  const props = startPropsOf(compiledFlow)
  const names = [
    props.customHeadCode !== undefined && 'Custom head code',
    props.googleAnalyticsId !== undefined && 'Google Analytics',
    props.pixelIds !== undefined && 'Pixel',
    props.gtmId !== undefined && 'Google Tag Manager',
  ].filter((name) => name !== false)
  if (names.length === 0) return undefined
  return {
    status: 'info',
    description: `${names.join(', ')} ${names.length > 1 ? 'are' : 'is'} not enabled in Preview mode`,
  }
}

/** Computed once per compiled flow: a start must not cost more on a larger flow. */
function startPropsOf(compiledFlow: CompiledFlow): StartProps {
  const known = compiledFlow.memo.get('startProps') as StartProps | undefined
  if (known) return known
  const props = startProps(compiledFlow)
  compiledFlow.memo.set('startProps', props)
  return props
}

function startProps(compiledFlow: CompiledFlow): StartProps {
  const metadata: { customHeadCode?: string; tagManagerId?: string } = compiledFlow.settings.metadata ?? {}
  const tracking = compiledFlow.groups.flatMap(({ blocks }) =>
    blocks.flatMap((block) => definitionOf(block.type)?.pageTracking?.(block) ?? []),
  )
  const trackingId = tracking.find(({ googleAnalyticsId }) => googleAnalyticsId)?.googleAnalyticsId
  const pixelIds = tracking.flatMap(({ pixelId }) => pixelId || [])
  return {
    ...(metadata.customHeadCode && { customHeadCode: headCodeOf(compiledFlow) }),
    ...(metadata.tagManagerId && { gtmId: metadata.tagManagerId }),
    ...(trackingId && { googleAnalyticsId: trackingId }),
    ...(pixelIds.length > 0 && { pixelIds }),
  }
}
