import { useQueryClient } from '@tanstack/react-query'
import { onDemand, Part } from '../design/on-demand.js'
import type { SignIn } from '../service/signing-in.js'

const AccountMenu = onDemand(() => import('../frame/account-menu.js').then((it) => ({ default: it.AccountMenu })), {
  isSoon: true,
})

/** The account menu in the bar of a bot, for who is signed in. Menus are not among what the canvas loads first. */
export function SignedInMenu() {
  const who = useQueryClient().getQueryData<{ who: SignIn | null }>(['me'])?.who
  if (!who) return null
  return (
    <Part waiting={<span className="account-room" />}>
      <AccountMenu user={who.user} />
    </Part>
  )
}
