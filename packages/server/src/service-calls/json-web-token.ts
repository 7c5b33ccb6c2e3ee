/**
 * Returns a JSON Web Token (RFC 7519) that is valid for the given number of seconds. `sign` returns the signature in base64url; `now` is in
 * milliseconds.
 */
export async function jsonWebToken(
  { alg, kid }: { alg: string; kid?: string },
  claims: Readonly<Record<string, unknown>>,
  { seconds, now }: { seconds: number; now: number },
  sign: (text: string) => string | Promise<string>,
): Promise<string> {
  const iat = Math.floor(now / 1_000)
  const signed = `${encoded({ alg, typ: 'JWT', kid })}.${encoded({ ...claims, iat, exp: iat + seconds })}`
  return `${signed}.${await sign(signed)}`
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
