import type { BlockRuntime } from '@colloquy/engine'
import { blockExits } from '../common/block-exits.js'

/** Hands the visitor over to a Chatwoot widget, or closes it again. Only in web pages. */
export const chatwootRuntime: BlockRuntime<'Chatwoot'> = {
  type: 'Chatwoot',
  kind: 'integration',
  enter(block, context) {
    if (context.channel !== 'web') return { kind: 'continue' }
    const options = context.expandDeep(block.options ?? {})
    if (options.task === 'Close widget') return act(closeScript, {})
    if (context.mode === 'preview') {
      context.log('preview', { status: 'info', description: 'The Chatwoot block is not supported in preview' })
      return act('', {})
    }
    return act(showScript, {
      baseUrl: options.baseUrl || 'https://app.chatwoot.com',
      websiteToken: options.websiteToken,
      userId: options.user?.id || options.user?.email,
      email: options.user?.email,
      name: options.user?.name,
      avatarUrl: options.user?.avatarUrl,
      phoneNumber: options.user?.phoneNumber,
      resultId: context.resultId,
    })
  },
  exits: blockExits,
}

function act(content: string, values: Record<string, string | undefined>) {
  const args = Object.entries(values).map(([id, value]) => ({ id, value }))
  return {
    kind: 'act' as const,
    actions: [{ type: 'chatwoot' as const, chatwoot: { scriptToExecute: { content, args } } }],
  }
}

const closeScript = `if (window.$chatwoot) { window.$chatwoot.toggle('close'); window.$chatwoot.toggleBubbleVisibility('hide') }`

const showScript = `
const show = () => {
  if (userId) window.$chatwoot.setUser(userId, { email, name, avatar_url: avatarUrl, phone_number: phoneNumber })
  if (window.Colloquy) window.Colloquy.unmount()
  if (resultId) window.$chatwoot.setCustomAttributes({ result_id: resultId })
  window.$chatwoot.toggleBubbleVisibility('show')
  window.$chatwoot.toggle('open')
}
if (window.$chatwoot) show()
else {
  window.addEventListener('chatwoot:ready', show, { once: true })
  const script = document.createElement('script')
  script.src = baseUrl.replace(/\\/+$/, '') + '/packs/js/sdk.js'
  script.async = true
  script.onload = () => window.chatwootSDK.run({ websiteToken, baseUrl })
  document.head.appendChild(script)
}`
