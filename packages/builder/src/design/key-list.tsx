import { Keys } from './keys.js'
import './key-list.css'

/** Keys with what each does. */
export const KeyList = ({ rows }: { rows: readonly (readonly [keys: string, action: string])[] }) => (
  <dl className="keys-list">
    {rows.map(([keys, action]) => (
      <div key={keys}>
        <dt>
          <Keys keys={keys} />
        </dt>
        <dd>{action}</dd>
      </div>
    ))}
  </dl>
)
