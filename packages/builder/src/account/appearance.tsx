import { ContrastControl, ThemeControl } from '../design/appearance-controls.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Select } from '../design/select.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { chooseLanguage, chosenLanguage, type Language, languages } from '../i18n/language.js'
import { api } from '../service/api.js'

/** How the pages look, and the language in which they speak. */
export function Appearance() {
  return (
    <>
      <h1>{t('Appearance')}</h1>
      <LanguageCard />
      <section className="card">
        <div>
          <h2>{t('Theme')}</h2>
          <p className="soft">{t('Saved in this browser.')}</p>
        </div>
        <div className="row wrap">
          <ThemeControl />
        </div>
      </section>
      <section className="card">
        <div>
          <h2>{t('Contrast')}</h2>
          <p className="soft">
            {t('High contrast uses stronger colours, darker lines and a wider focus ring, in either theme.')}
          </p>
        </div>
        <div className="row wrap">
          <ContrastControl />
        </div>
      </section>
    </>
  )
}

function LanguageCard() {
  const { attempt, error } = useAttempt()
  const choose = (value: string) =>
    void attempt(async () => {
      await api.updateMe({ updates: { preferredLanguage: value } })
      chooseLanguage(value === '' ? undefined : (value as Language))
      location.reload()
    })
  return (
    <section className="card">
      <div>
        <h2>{t('Language')}</h2>
        <p className="soft">{t('Saved with your account.')}</p>
      </div>
      <Select
        label={t('Language of these pages')}
        isLabelHidden
        value={chosenLanguage() ?? ''}
        choices={[['', t('Same as the browser')], ...Object.entries(languages)]}
        onChange={choose}
      />
      <ErrorNotice error={error} />
    </section>
  )
}
