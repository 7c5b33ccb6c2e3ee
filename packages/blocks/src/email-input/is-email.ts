/** True for exactly one email address, also in other scripts; surrounding spaces count. */
export function isEmail(text: string): boolean {
  return text.length <= longest && pattern.test(text)
}

/** 64 for the local part, 255 for the domain, and the @. */
const longest = 320

/** No part may contain the character that ends it, so the time is linear. */
const pattern =
  /^(?:[^<>()[\]\\,;:@"\s.]+(?:\.[^<>()[\]\\,;:@"\s.]+)*|"[^"\n\r]+")@(?:\[\d{1,3}(?:\.\d{1,3}){3}\]|(?:[\p{L}\p{M}\p{N}-]+\.)+(?:[\p{L}\p{M}]{2,}|xn--[a-z\d-]+))$/iu
