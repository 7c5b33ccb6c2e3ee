interface Policy {
  createScriptURL(url: string): string
}
interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy
}

const policies = new Map<string, Policy | undefined>()

/** Returns the address of a worker as the page admits it: it takes no script addresses but those of a policy, and each policy makes one address. */
export function trustedAddress(address: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  if (!policies.has(address))
    policies.set(address, trustedTypes?.createPolicy('colloquy-worker', { createScriptURL: () => address }))
  return policies.get(address)?.createScriptURL(address) ?? address
}
