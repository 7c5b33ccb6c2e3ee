import type { Flow, Settings, Theme } from '@colloquy/flow'

/** Parts of a bot or release, parsed from stored JSON. They were validated when they were saved. */
export const flowOf = ({ flow }: { readonly flow: string }): Flow => JSON.parse(flow)
export const themeOf = ({ theme }: { readonly theme: string }): Theme => JSON.parse(theme)
export const settingsOf = ({ settings }: { readonly settings: string }): Settings => JSON.parse(settings)
