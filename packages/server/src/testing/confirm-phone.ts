import type { TestService } from './test-service.js'

/** Confirms that a phone belongs to a user, as if it had written the code. */
export async function confirmPhone(
  { storage }: Pick<TestService, 'storage'>,
  userId: string,
  phone: string,
): Promise<void> {
  const now = Date.now()
  await storage.previewPhones.ask(
    { userId, phone, codeHash: `confirmed by ${userId}`, expiresAt: now + 1_000 },
    100,
    now,
  )
  await storage.previewPhones.confirm(phone, `confirmed by ${userId}`, now)
}
