import { useState } from 'react'
import { useBotEditor } from '../editor/bot-editor.js'
import { useEnvironments } from './environments.js'
import { type Target, TargetFields } from './target-fields.js'

/** Environment and time of a new release, as parameters of `publishBot`. */
export interface PublishTo {
  environmentId?: string
  at?: string
}

interface PublishTargetProps {
  /** The environment that is selected at first. */
  environmentId: string
  onChange(to: PublishTo): void
}

/** Asks in which environment a new release becomes current, and when. */
export default function PublishTarget({ environmentId, onChange }: PublishTargetProps) {
  const { bot } = useBotEditor()
  const environments = useEnvironments(bot.id).data ?? []
  const [target, setTarget] = useState<Target>({ environmentId, at: '' })
  const change = (next: Target) => {
    setTarget(next)
    onChange({
      ...(next.environmentId !== 'live' && { environmentId: next.environmentId }),
      ...(next.at && { at: new Date(next.at).toISOString() }),
    })
  }
  return <TargetFields environments={environments} target={target} onChange={change} />
}
