import { ContrastControl, ThemeControl } from '../design/appearance-controls.js'

/** How the pages look in this browser. */
export function Appearance() {
  return (
    <>
      <h1>Appearance</h1>
      <section className="card">
        <div>
          <h2>Theme</h2>
          <p className="soft">Saved in this browser.</p>
        </div>
        <div className="row wrap">
          <ThemeControl />
        </div>
      </section>
      <section className="card">
        <div>
          <h2>Contrast</h2>
          <p className="soft">
            High contrast uses stronger colours, darker lines and a wider focus ring, in either theme.
          </p>
        </div>
        <div className="row wrap">
          <ContrastControl />
        </div>
      </section>
    </>
  )
}
