import type { EmbedOptions, Kind } from './snippets.js'

/** A page in outline, with the chat as the settings have it. */
export function EmbedPicture({ kind, options }: { kind: Kind; options: EmbedOptions }) {
  const fill = CSS.supports('color', options.colour) ? options.colour : undefined
  const isLeft = options.placement === 'left'
  const radius = options.size === 'large' ? 9 : 7
  const x = isLeft ? 18 : 182
  return (
    <svg viewBox="0 0 200 120" className="embed-picture" aria-hidden="true">
      <rect className="paper" width="200" height="120" rx="8" />
      <path className="line" d="M16 14h40M150 14h10M168 14h16M16 36h90M16 50h168M16 62h168M16 74h120" />
      {kind === 'standard' && <Chat x={16} y={30} width={168} height={76} fill={fill} />}
      {kind === 'popup' && (
        <>
          <rect className="veil" width="200" height="120" rx="8" />
          <Chat x={62} y={16} width={76} height={88} fill={fill} />
        </>
      )}
      {kind === 'bubble' && (
        <>
          {options.invitation === '' ? (
            <Chat x={isLeft ? 10 : 126} y={22} width={64} height={70} fill={fill} />
          ) : (
            <g transform={`translate(${isLeft ? 10 : 100} 74)`}>
              <rect className="note" width="90" height="20" rx="6" />
              <text x="8" y="13" className="note-text">
                {options.invitation.slice(0, 20)}
              </text>
            </g>
          )}
          <circle className="chat" cx={x} cy={107} r={radius} fill={fill} style={{ fill }} />
          <path
            className="sign"
            d={`M${x - 3} 105h6v4h-3l-2 2v-2h-1z`}
            style={{ fill: CSS.supports('color', options.iconColour) ? options.iconColour : undefined }}
          />
        </>
      )}
    </svg>
  )
}

interface ChatProps {
  x: number
  y: number
  width: number
  height: number
  fill: string | undefined
}

const Chat = ({ x, y, width, height, fill }: ChatProps) => (
  <g transform={`translate(${x} ${y})`}>
    <rect className="window" width={width} height={height} rx="6" />
    <rect className="embed-said" x="7" y="8" width={width * 0.55} height="11" rx="5" />
    <rect className="embed-said" x="7" y="23" width={width * 0.4} height="11" rx="5" />
    <rect className="chat" x={width * 0.55} y="38" width={width * 0.45 - 7} height="11" rx="5" style={{ fill }} />
  </g>
)
