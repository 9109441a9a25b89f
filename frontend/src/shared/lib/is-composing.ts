import type { KeyboardEvent } from 'react';

/** Whether an input method takes the key. In Safari, the composition is over before the Enter that ends it. */
export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || keyCode === 229;
