/** Request of a person to be shown previews on a phone; `codeHash` is that of the code that the phone writes to confirm it. */
export interface PhoneRequest {
  userId: string
  phone: string
  codeHash: string
  expiresAt: number
}

export interface PreviewPhoneStore {
  /** Stores a request, which replaces an earlier one for the same phone. Beyond `max` phones of a person, the oldest one is removed. */
  ask(request: PhoneRequest, max: number, now: number): Promise<void>
  /** Confirms the phone for the person who got this code. False if it is unknown or too old. */
  confirm(phone: string, codeHash: string, now: number): Promise<boolean>
  isConfirmed(userId: string, phone: string): Promise<boolean>
  /** Takes one of the `max` previews of a workspace on a day. False if none is left. */
  take(workspaceId: string, day: number, max: number): Promise<boolean>
}
