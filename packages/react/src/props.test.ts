import { expectTypeOf, test } from 'vitest'
import type * as widget from '../../widget/src/elements/widget-options.js'
import type { BubbleProps, PopupProps, StandardProps } from './props.js'

/** Options of pages that are not the page of an application: the hosted page and the preview of the builder. */
type Internal = 'scripts' | 'wsHost' | 'paymentScript' | 'untilGoOn' | 'ownsPage' | 'isHandedOver'

test('the props are the options of the widget', () => {
  expectTypeOf<keyof Omit<StandardProps, 'style' | 'className'>>().toEqualTypeOf<
    Exclude<keyof widget.WidgetOptions, Internal>
  >()
  expectTypeOf<keyof PopupProps>().toEqualTypeOf<Exclude<keyof widget.PopupOptions, Internal>>()
  expectTypeOf<keyof BubbleProps>().toEqualTypeOf<Exclude<keyof widget.BubbleOptions, Internal>>()
  // What the widget knows as the theme of a bot is an object with the same three parts here.
  expectTypeOf<Omit<PopupProps, 'theme'>>().toExtend<Omit<widget.PopupOptions, 'theme'>>()
  expectTypeOf<Omit<BubbleProps, 'theme'>>().toExtend<Omit<widget.BubbleOptions, 'theme'>>()
  expectTypeOf<widget.BubbleOptions['theme']>().toExtend<BubbleProps['theme']>()
})
