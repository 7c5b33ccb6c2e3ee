import { asciiDigits, withoutUnseen } from '@colloquy/flow/readers'
import { findPhoneNumbersInText, isSupportedCountry } from 'libphonenumber-js/max'

/** Only the beginning of a text is searched: the search is slow on long ones. */
const searchedLength = 1000

/** The first phone number in a text, as "+33612345678". Without a country, only numbers with a country code are found. */
export function phoneNumberIn(text: string, country = ''): string | undefined {
  const options = isSupportedCountry(country) ? { defaultCountry: country } : {}
  const [first] = findPhoneNumbersInText(asciiDigits(withoutUnseen(text.slice(0, searchedLength))), options)
  return first?.number.number
}
