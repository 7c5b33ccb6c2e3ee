import type { ChannelTurn } from '@colloquy/chat'
import { type CompiledFlow, type Session, type ShownTurn, simulateTurn } from '@colloquy/engine'
import { channelSettingsOf } from '@colloquy/flow'
import type { Needs } from '../service.js'

/** The address of a contact without a number. */
const noNumber = '10000000000'

interface Conversation {
  session: Session
  compiledFlows: ReadonlyMap<string, CompiledFlow>
  /** Nothing was said before. */
  isFirst: boolean
}

/**
 * Adds what a preview on a channel would send for a turn to its response, with the pictures of the payloads. The response of any other
 * conversation stays as it is.
 */
export function withSimulation<Response extends ShownTurn>(
  { channels }: Needs<'channels'>,
  response: Response,
  { session, compiledFlows, isFirst }: Conversation,
): Response | (Response & { channel: ChannelTurn }) {
  const { mode, messaging } = session
  if (mode !== 'preview' || !messaging) return response
  const channel = channels.find(({ type }) => type === messaging.channel)
  const settings = compiledFlows.get(session.frames.at(-1)?.programId ?? '')?.settings
  if (!channel || !settings) return response
  const simulated = simulateTurn(response, channel, messaging.contact.phoneNumber || noNumber, {
    typing: settings.typingEmulation,
    selectLabel: settings.general?.systemMessages?.messagingPictureChoiceSelectLabel,
    listButton: channelSettingsOf(settings, '').listButton,
    isFirst,
  })
  return { ...response, channel: simulated as ChannelTurn }
}
