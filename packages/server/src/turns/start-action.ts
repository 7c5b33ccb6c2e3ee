import type { ClientAction, Log } from '@colloquy/chat'
import type { Program } from '@colloquy/engine'
import { headCode } from './head-code.js'

type StartProps = Extract<ClientAction, { type: 'startPropsToInject' }>['startPropsToInject']

/** What a client puts into its page before the first message, if the bot wants anything there. */
export function startAction(program: Program): ClientAction | undefined {
  const props = startPropsOf(program)
  return Object.keys(props).length > 0 ? { type: 'startPropsToInject', startPropsToInject: props } : undefined
}

/** In a preview it is not done, but told. */
export function startActionLog(program: Program): Log | undefined {
  const props = startPropsOf(program)
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

/** Worked out once per program: a start must not cost more on a larger flow. */
function startPropsOf(program: Program): StartProps {
  const known = program.memo.get('startProps') as StartProps | undefined
  if (known) return known
  const props = startProps(program)
  program.memo.set('startProps', props)
  return props
}

function startProps(program: Program): StartProps {
  const metadata: { customHeadCode?: string; tagManagerId?: string } = program.settings.metadata ?? {}
  const blocks = program.groups.flatMap((group) => group.blocks) as {
    type: string
    options?: { trackingId?: string; pixelId?: string; isInitSkip?: boolean }
  }[]
  const trackingId = blocks.find((block) => block.type === 'Google Analytics' && block.options?.trackingId)?.options
    ?.trackingId
  const pixelIds = blocks
    .filter((block) => block.type === 'Pixel' && block.options?.pixelId && block.options.isInitSkip !== true)
    .map((block) => block.options?.pixelId as string)
  return {
    ...(metadata.customHeadCode && { customHeadCode: headCode(metadata.customHeadCode) }),
    ...(metadata.tagManagerId && { gtmId: metadata.tagManagerId }),
    ...(trackingId && { googleAnalyticsId: trackingId }),
    ...(pixelIds.length > 0 && { pixelIds }),
  }
}
