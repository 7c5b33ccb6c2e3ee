import { ContrastControl, ThemeControl } from '../design/appearance-controls.js'
import { t } from '../i18n/i18n.js'

/** How the pages look in this browser. */
export function Appearance() {
  return (
    <>
      <h1>{t('Appearance')}</h1>
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
