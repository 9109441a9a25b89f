/** In CSS pixels, regardless of the zoom. */
const GATE_WIDTH = 750;

/** `innerWidth` shrinks when the page is zoomed in; `outerWidth` does not. Inside a frame it may be 0. */
export const isNarrow = (): boolean => (window.outerWidth || window.innerWidth) < GATE_WIDTH;
