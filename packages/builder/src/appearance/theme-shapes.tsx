import type { Theme } from '@colloquy/flow'
import type { ReactNode } from 'react'
import { Segments } from '../design/segments.js'
import { t } from '../i18n/i18n.js'
import { cornersOf } from './make-theme.js'
import { type Change, useTheme } from './use-theme.js'

type PartName = 'hostBubbles' | 'guestBubbles' | 'buttons' | 'inputs'

const corners = [
  ['none', t('Square'), cornersOf('none')],
  ['medium', t('Soft'), cornersOf('medium')],
  ['large', t('Round'), cornersOf('large')],
  ['pill', t('Pill'), cornersOf(100)],
] as const
const shadows = [
  ['none', t('None')],
  ['sm', t('Subtle')],
  ['md', t('Soft')],
  ['lg', t('Deep')],
] as const
const widths = [
  ['560px', t('Narrow')],
  ['800px', t('Medium')],
  ['1100px', t('Wide')],
] as const

/** Corners, shadows, lines and widths. */
export function ThemeShapes() {
  const { theme, change } = useTheme()
  const set = (names: readonly PartName[], changes: (name: PartName) => readonly Change[]) =>
    change(...names.flatMap(changes))
  const setCorners = (names: readonly PartName[], choice: string) => {
    const { roundeness, ...custom } = corners.find(([name]) => name === choice)![2]
    set(names, (name) => [
      [['chat', name, 'border', 'roundeness'], roundeness],
      [
        ['chat', name, 'border', 'customRoundeness'],
        'customRoundeness' in custom ? custom.customRoundeness : undefined,
      ],
    ])
  }
  const setShadow = (names: readonly PartName[], shadow: string) =>
    set(names, (name) => [[['chat', name, 'shadow'], shadow]])
  const isLined = (theme.chat?.hostBubbles?.border?.thickness ?? 0) > 0
  return (
    <section className="theme-section" aria-labelledby="theme-shapes">
      <h2 id="theme-shapes">{t('Shapes')}</h2>
      <div className="theme-rows">
        <Row label={t('Messages')}>
          <Segments
            label={t('Corners of messages')}
            value={cornersIn(theme, 'hostBubbles')}
            choices={corners.map(([value, name]) => [value, name] as const)}
            onChange={(choice) => setCorners(['hostBubbles', 'guestBubbles'], choice)}
          />
        </Row>
        <Row label={t('Buttons and fields')}>
          <Segments
            label={t('Corners of buttons and fields')}
            value={cornersIn(theme, 'buttons')}
            choices={corners.map(([value, name]) => [value, name] as const)}
            onChange={(choice) => setCorners(['buttons', 'inputs'], choice)}
          />
        </Row>
        <Row label={t('Shadow')}>
          <Segments
            label={t('Shadow of messages and fields')}
            value={theme.chat?.hostBubbles?.shadow ?? 'none'}
            choices={shadows}
            onChange={(shadow) => setShadow(['hostBubbles', 'inputs'], shadow)}
          />
        </Row>
        <Row label={t('Outline')}>
          <Segments
            label={t('Outline of messages and fields')}
            value={isLined ? 'on' : 'off'}
            choices={[
              ['off', t('None')],
              ['on', t('Thin line')],
            ]}
            onChange={(choice) =>
              set(['hostBubbles', 'inputs'], (name) => [
                [['chat', name, 'border', 'thickness'], choice === 'on' ? 1 : undefined],
                [['chat', name, 'border', 'color'], choice === 'on' ? lineOf(theme) : undefined],
              ])
            }
          />
        </Row>
        <Row label={t('Answers')}>
          <Segments
            label={t('Layout of answers')}
            value={theme.chat?.buttonsInput?.layout ?? 'wrap'}
            choices={[
              ['wrap', t('Side by side')],
              ['vertical', t('Stacked')],
            ]}
            onChange={(layout) => change([['chat', 'buttonsInput', 'layout'], layout])}
          />
        </Row>
        <Row label={t('Chat width')}>
          <Segments
            label={t('Chat width')}
            value={theme.chat?.container?.maxWidth ?? '800px'}
            choices={widths}
            onChange={(width) => change([['chat', 'container', 'maxWidth'], width])}
          />
        </Row>
        <Row label={t('Progress bar')}>
          <Segments
            label={t('Progress bar')}
            value={progressIn(theme)}
            choices={[
              ['off', t('Off')],
              ['Top', t('Top')],
              ['Bottom', t('Bottom')],
            ]}
            onChange={(choice) =>
              change(
                [['general', 'progressBar', 'isEnabled'], choice !== 'off'],
                ...(choice === 'off' ? [] : [[['general', 'progressBar', 'placement'], choice] as const]),
              )
            }
          />
        </Row>
      </div>
    </section>
  )
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="theme-row">
    <span className="grow" aria-hidden>
      {label}
    </span>
    {children}
  </div>
)

function cornersIn({ chat }: Theme, name: PartName): string {
  const border = chat?.[name]?.border
  if (!border) return chat?.roundness ?? 'medium'
  if (border.roundeness !== 'custom') return border.roundeness ?? 'medium'
  return (border.customRoundeness ?? 6) >= 100 ? 'pill' : 'custom'
}

function progressIn({ general }: Theme): string {
  const { isEnabled = false, placement = 'Top' } = general?.progressBar ?? {}
  return isEnabled ? placement : 'off'
}

/** A line in a faint shade of the text that can be seen on light and dark pages. */
const lineOf = ({ chat }: Theme): string => {
  const ink = chat?.hostBubbles?.color
  return /^#[0-9a-f]{6}$/i.test(ink ?? '') ? `${ink}33` : '#88888855'
}
