/** Rights to do something that no other process on the database may do meanwhile. They end with their process. */
export interface Claims {
  /** Resolves to what gives the right back; undefined while another process has it. One process must not ask for what it has. */
  take(name: string): Promise<(() => Promise<void>) | undefined>
}
