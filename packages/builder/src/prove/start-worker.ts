import address from './replay-worker.ts?worker&url'

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

/** The page admits no script addresses but those of a policy: this one makes the address of one worker. */
export function startWorker(): Worker {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('colloquy-replay-worker', { createScriptURL: () => address })
  return new Worker(policy ? policy.createScriptURL(address) : address)
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined
