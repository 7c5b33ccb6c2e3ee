import { entryOf } from './block-catalogue.js'
import { serviceLogos } from './service-logos.js'
import './block-icon.css'

/** The icon of a type of block in the colour of its section, or the logo of the service that it calls. */
export function BlockIcon({ type, size = 15 }: { type: string; size?: number }) {
  const { icon: Icon, logo } = entryOf({ type })
  return (
    <span className="block-icon">
      {logo ? (
        <span
          className="service-logo"
          style={{ width: size, height: size, maskImage: `url("${serviceLogos[logo]}")` }}
        />
      ) : (
        <Icon size={size} aria-hidden />
      )}
    </span>
  )
}
