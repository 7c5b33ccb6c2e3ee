interface Policy {
  createScriptURL(url: string): string
}
interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy
}

const policies = new Map<string, Policy | undefined>()

/** Starts the worker at an address that Vite wrote. The page admits no script addresses but those of a policy: each policy makes one address. */
export function startWorker(address: string): Worker {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  if (!policies.has(address))
    policies.set(address, trustedTypes?.createPolicy('colloquy-worker', { createScriptURL: () => address }))
  return new Worker(policies.get(address)?.createScriptURL(address) ?? address)
}
