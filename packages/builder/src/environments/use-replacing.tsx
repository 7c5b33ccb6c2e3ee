import { type ReactNode, useState } from 'react'
import { Confirm } from '../design/confirm.js'
import { t } from '../i18n/i18n.js'
import { useEnding } from './ending.js'
import type { EnvironmentRow } from './environments.js'

interface Replacing {
  /** Makes a release current in an environment with `run`, and asks first if something ends by that. */
  replace(environment: EnvironmentRow, releaseName: string, run: () => Promise<unknown>): void
  /** The question, to be rendered by the component that uses the hook. */
  dialog: ReactNode
}

/** Asks before a release becomes current that ends an experiment or cancels what is scheduled. */
export function useReplacing(): Replacing {
  const endingOf = useEnding()
  const [asked, setAsked] = useState<{ title: string; text: string; run(): Promise<unknown> }>()
  return {
    replace({ id, name }, releaseName, run) {
      const ending = endingOf(id)
      if (ending.length === 0) void run()
      else
        setAsked({
          title: t('Make {releaseName} current in {name}?', { releaseName, name }),
          text: ending.join(' '),
          run,
        })
    },
    dialog: asked && (
      <Confirm
        title={asked.title}
        text={asked.text}
        action={t('Make current')}
        onConfirm={asked.run}
        onClose={() => setAsked(undefined)}
      />
    ),
  }
}
