import { useQuery, useQueryClient } from '@tanstack/react-query'
import { momentOf } from '../design/dates.js'
import { showError } from '../design/toasts.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { describeBrowser } from './describe-browser.js'

/** Login sessions of the user, each with a button that ends it. */
export function SignIns() {
  const queries = useQueryClient()
  const signIns = useQuery({
    queryKey: ['sign-ins'],
    queryFn: () => api.listSignIns(),
    select: (answer) => answer.signIns,
  })
  const end = (id: string) =>
    api
      .deleteSignIn({ signInId: id })
      .then(() => queries.invalidateQueries({ queryKey: ['sign-ins'] }))
      .catch(showError)
  return (
    <>
      <h1>{t('Sessions')}</h1>
      <p className="soft">
        {t(
          'Browsers in which you are signed in. If you do not recognize one, end its session and change your password.',
        )}
      </p>
      {signIns.error && <p className="notice danger">{signIns.error.message}</p>}
      <ul className="card rows">
        {signIns.data?.map(({ id, isCurrent, userAgent, address, lastUsedAt, expiresAt }) => (
          <li key={id}>
            <span className="grow">
              <strong>{describeBrowser(userAgent)}</strong>
              <span className="faint">
                {t('{address}, last used {moment}, ends {moment2}', {
                  address,
                  moment: momentOf(lastUsedAt),
                  moment2: momentOf(expiresAt),
                })}
              </span>
            </span>
            {isCurrent ? (
              <span className="tag good">{t('This browser')}</span>
            ) : (
              <button type="button" className="button small danger" onClick={() => end(id)}>
                {t('Sign out there')}
              </button>
            )}
          </li>
        ))}
        {signIns.data?.length === 0 && (
          <li className="soft">{t('You came with an API token: there are no sessions.')}</li>
        )}
      </ul>
    </>
  )
}
