import type { ChatRecord } from '../conversation/chat-state.js'
import type { ClientAction, TurnAnswer } from '../conversation/wire.js'
import { safeLink } from '../theme/safe-address.js'
import { pageTexts } from './page-texts.js'
import { PlainForm, usePlain } from './plain-form.js'
import { PlainInput } from './plain-inputs.js'
import { PlainPeople } from './plain-people.js'
import { replyWithoutScripts } from './reply-without-scripts.js'

interface PlainComposerProps {
  record: ChatRecord
  /** Actions of the last turn. */
  actions: readonly ClientAction[]
}

/** Actions for a visitor without scripts: follow a link, answer, skip what needs a script, or start again. */
export function PlainComposer({ record, actions }: PlainComposerProps) {
  const { problem, form, people } = usePlain()
  if (people?.heldBy) return <PlainPeople people={people} heldBy={people.heldBy} />
  const { input, isEnded, session } = record
  const isPrefilled = session?.bot.settings.general?.isInputPrefillEnabled === true
  const addresses = actions.flatMap((action) =>
    action.type === 'redirect' ? (safeLink(action.redirect.url) ?? []) : [],
  )
  return (
    <>
      {addresses.map((address) => (
        <PageLink key={address} address={address} />
      ))}
      {input ? (
        <div class="composer" part="input">
          <PlainInput
            input={input as never}
            prefilled={form.typed ?? (isPrefilled ? (input.prefilledValue ?? '') : '')}
          />
        </div>
      ) : (
        <>
          {problem && <p class="note">{problem}</p>}
          {isEnded ? <PlainEnding /> : <GoOn actions={actions} record={record} />}
        </>
      )}
    </>
  )
}

function PageLink({ address }: { address: string }) {
  const { texts } = usePlain()
  return (
    <div class="aside">
      <a class="button" href={address} rel="noopener noreferrer">
        {texts.popupButton}
      </a>
    </div>
  )
}

/** Shown when the flow waits for something that only a script could do, or for time to pass. */
function GoOn({ actions, record }: PlainComposerProps) {
  const { language, texts } = usePlain()
  const { mayGoOn } = pageTexts(language)
  const isWaiting = actions.find((action) => action.expectsDedicatedReply)?.type === 'wait'
  const messages = record.isWaitingForPage ? record.entries.flatMap((it) => (it.kind === 'bot' ? it.message : [])) : []
  if (!replyWithoutScripts({ messages, clientSideActions: [...actions] } as TurnAnswer)) return null
  return (
    <div class="composer">
      {!isWaiting && <p class="note">{mayGoOn}</p>}
      <PlainForm>
        <button class="button" part="button" type="submit">
          {texts.goOn}
        </button>
      </PlainForm>
    </div>
  )
}

function PlainEnding() {
  const { texts } = usePlain()
  return (
    <div class="composer over">
      <p class="note">{texts.over}</p>
      <PlainForm>
        <button class="button quiet" type="submit" name="restart" value="yes">
          {texts.startAgain}
        </button>
      </PlainForm>
    </div>
  )
}
