/** Small instance-wide values, such as the key that signs cursors. */
export interface SettingStore {
  get(name: string): Promise<string | undefined>
  /** Writes only if absent; returns the value that is stored afterwards. */
  setIfAbsent(name: string, value: string): Promise<string>
}
