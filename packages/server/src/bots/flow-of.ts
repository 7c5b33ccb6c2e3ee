import type { Flow, Settings, Theme } from '@colloquy/flow'

/** The parts of a bot or of a release, which are stored as JSON. What is stored was checked when it was saved. */
export const flowOf = ({ flow }: { readonly flow: string }): Flow => JSON.parse(flow)
export const themeOf = ({ theme }: { readonly theme: string }): Theme => JSON.parse(theme)
export const settingsOf = ({ settings }: { readonly settings: string }): Settings => JSON.parse(settings)
