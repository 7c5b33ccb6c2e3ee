/** The data of an account of Messenger or Instagram. */
export interface MetaData {
  readonly accessToken: string
  /** The id of the page or of the Instagram account. */
  readonly accountId: string
  readonly appId: string
  readonly appSecret: string
}
