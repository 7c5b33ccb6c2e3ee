import { expectTypeOf, test } from 'vitest'
import type * as widget from '../../widget/src/elements/widget-options.js'
import type { BubbleProps, PopupProps, StandardProps } from './props.js'

/** Options for pages other than an application's: the hosted page and the preview of the builder. */
type Internal = 'scripts' | 'wsHost' | 'paymentScript' | 'untilGoOn' | 'ownsPage' | 'isHandedOver'

test('the props are the options of the widget', () => {
  expectTypeOf<keyof Omit<StandardProps, 'style' | 'className'>>().toEqualTypeOf<
    Exclude<keyof widget.WidgetOptions, Internal>
  >()
  expectTypeOf<keyof PopupProps>().toEqualTypeOf<Exclude<keyof widget.PopupOptions, Internal>>()
  expectTypeOf<keyof BubbleProps>().toEqualTypeOf<Exclude<keyof widget.BubbleOptions, Internal>>()
  // The widget's theme of a bot corresponds to an object with the same three parts here.
  expectTypeOf<Omit<PopupProps, 'theme'>>().toExtend<Omit<widget.PopupOptions, 'theme'>>()
  expectTypeOf<Omit<BubbleProps, 'theme'>>().toExtend<Omit<widget.BubbleOptions, 'theme'>>()
  expectTypeOf<widget.BubbleOptions['theme']>().toExtend<BubbleProps['theme']>()
})
