import icon from '../design/icon.svg'
import './logo.css'

/** The name of the product with its mark. */
export const Logo = () => (
  <span className="logo">
    <img src={icon} width={24} height={24} alt="" /> Colloquy
  </span>
)
